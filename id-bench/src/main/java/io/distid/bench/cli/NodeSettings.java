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

/** The settings of each node of {@link VerifyCommand}. They are the lab's, overridden by the operator's. */
final class NodeSettings {
    /** The keys that name the store or the source of worker ids, which all nodes share. */
    private static final List<String> DECISIVE =
            List.of("store", "store.url", "url", "worker", "worker.connect", "worker.id", "worker.url");

    private NodeSettings() {}

    /** The operator's settings: flags, and for keys that name servers also system properties and environment variables. */
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

    /** The settings of a node. The lab starts servers only if the operator names no store. */
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
        // Passed settings win over properties and environment variables. So the lab must leave out the keys that those
        // set.
        all.putAll(ofProcess(subject, all.keySet()));
        all.putAll(given);
        return all;
    }
}
