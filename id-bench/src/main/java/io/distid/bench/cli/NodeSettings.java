package io.distid.bench.cli;

import io.distid.IdGenerators;
import io.distid.bench.subject.Servers;
import io.distid.bench.subject.Subject;
import io.distid.bench.subject.WorkerSettings;
import io.distid.spi.ProcessSettings;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What {@link VerifyCommand} opens each node with: what the lab would set, and over it what the operator has said. */
final class NodeSettings {
    /** Where the store is, if one of these says so, and what the nodes have in common. */
    private static final List<String> DECISIVE =
            List.of("store", "store.url", "url", "worker", "worker.connect", "worker.id", "worker.url");

    private NodeSettings() {}

    /** What the operator has said: by flags, or else by a system property or the environment, where that decides about servers. */
    static Map<String, String> given(Map<String, String> flags, Subject subject) {
        Map<String, String> given = ofProcess(subject, DECISIVE);
        given.putAll(flags);
        return given;
    }

    private static Map<String, String> ofProcess(Subject subject, Collection<String> keys) {
        Map<String, String> found = new LinkedHashMap<>();
        if (subject.origin().library() == null) {
            IdGenerators.providers().stream()
                    .filter(provider -> provider.name().equals(subject.origin().strategy()))
                    .forEach(provider -> found.putAll(ProcessSettings.of(provider, keys)));
        }
        return found;
    }

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
        // What is passed counts before properties and environment, so the lab must not pass what they say.
        all.putAll(ofProcess(subject, all.keySet()));
        all.putAll(given);
        return all;
    }
}
