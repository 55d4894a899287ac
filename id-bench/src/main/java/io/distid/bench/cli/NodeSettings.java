package io.distid.bench.cli;

import io.distid.bench.subject.Servers;
import io.distid.bench.subject.Subject;
import io.distid.bench.subject.WorkerSettings;
import java.util.LinkedHashMap;
import java.util.Map;

/** What {@link VerifyCommand} opens each node with: what the lab would set, and over it what the operator has said. */
final class NodeSettings {
    private NodeSettings() {}

    /** Servers are asked for only where the operator does not say where the store is. */
    static Map<String, String> of(Map<String, String> given, Subject subject, int node, Servers servers) {
        if (given.containsKey("url") || given.containsKey("store") || given.containsKey("store.url")) {
            return given;
        }
        Map<String, String> all = new LinkedHashMap<>(subject.settings().of(node, servers));
        String worker = given.get("worker");
        if (worker != null) {
            all.keySet().removeIf(key -> key.equals("worker") || key.startsWith("worker."));
            if (!given.containsKey("worker.url") && !given.containsKey("worker.connect")) {
                all.putAll(WorkerSettings.of(worker, servers));
            }
        }
        all.putAll(given);
        return all;
    }
}
