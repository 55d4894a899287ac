package io.distid.bench.faults;

import io.distid.bench.subject.Servers;
import io.distid.bench.subject.Subject;
import io.distid.bench.subject.WorkerIdKind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A subject, and how its nodes are told apart. Immutable.
 *
 * @param subject as the catalogue has it; peers are configured there as their READMEs recommend
 * @param servers where its settings lead to
 */
record FaultSubject(Subject subject, Servers servers) {

    /** The same on other servers. */
    FaultSubject on(Servers others) {
        return new FaultSubject(subject, others);
    }

    String name() {
        return subject.name();
    }

    /** Whether a server grants worker ids to one holder at a time. */
    boolean isLeased() {
        return workerIds() == WorkerIdKind.LEASED || workerIds() == WorkerIdKind.REGISTERED;
    }

    /** Whether a file of each node says which worker id it has. */
    boolean hasFile() {
        return workerIds() == WorkerIdKind.FILE || workerIds() == WorkerIdKind.REGISTERED;
    }

    boolean isOurs() {
        return subject.origin().library() == null;
    }

    /** Where it has its worker id from. */
    WorkerIdKind workerIds() {
        return subject.layout().kind();
    }

    /** How many worker ids there are. */
    int workerIdCount() {
        return subject.layout().workerIds();
    }

    /** How long after its epoch the layout ends, where the epoch can be set; null of others. */
    @Nullable
    Duration lasts() {
        return subject.layout().lasts();
    }

    /**
     * What a node is opened with.
     *
     * @param node its number
     * @param namespace that no other cell has
     * @param folder of the cell, for local state
     * @param reservation how far ahead ticks are reserved
     */
    Map<String, String> settings(int node, String namespace, Path folder, String reservation) {
        Map<String, String> settings;
        // Servers are for one thread, and cells run side by side.
        synchronized (servers) {
            settings = new TreeMap<>(subject.settings().of(node, servers));
        }
        if (workerIds() == WorkerIdKind.JOINED) {
            settings.put("namespace", namespace);
        }
        if (hasFile() || isLeased()) {
            settings.put("namespace", namespace);
            settings.put("reservation", reservation);
        }
        if (hasFile()) {
            settings.put("worker.file", localState(node, folder).toString());
        }
        if (workerIds() == WorkerIdKind.REGISTERED) {
            // One that no other cell has, or its numbers would begin above those of the others.
            settings.put("worker.table", "nodes_" + namespace.replaceAll("[^A-Za-z0-9]", "_"));
        }
        return settings;
    }

    /** What a node is opened with that is not the first: nothing may be made that was lost. */
    static Map<String, String> withoutLeaveToCreate(Map<String, String> settings) {
        Map<String, String> later = new TreeMap<>(settings);
        later.keySet().removeAll(List.of("create", "worker.create", "worker.file-create", "store.create"));
        return later;
    }

    /** Where a node keeps its worker id, if that is in a file. */
    static Path localState(int node, Path folder) {
        return folder.resolve("worker-" + node);
    }
}
