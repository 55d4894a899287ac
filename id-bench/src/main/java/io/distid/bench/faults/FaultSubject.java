package io.distid.bench.faults;

import io.distid.bench.subject.Servers;
import io.distid.bench.subject.Subject;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A subject, and how its nodes are told apart. Immutable.
 *
 * @param subject as the catalogue has it; peers are configured there as their READMEs recommend
 * @param workerIds where it has its worker id from
 * @param servers where its settings lead to
 */
record FaultSubject(Subject subject, WorkerIdKind workerIds, Servers servers) {
    private static final int SONYFLAKE = 1 << 16;
    private static final int SNOWFLAKE = 1024;
    private static final int JAVASCRIPT = 64;

    static FaultSubject of(Subject subject, Servers servers) {
        return new FaultSubject(subject, kind(subject), servers);
    }

    private static WorkerIdKind kind(Subject subject) {
        String options = subject.origin().options();
        if (subject.origin().strategy().startsWith("com.hazelcast.")) {
            return WorkerIdKind.JOINED;
        }
        if (subject.layout().workerIds() > 0) {
            return WorkerIdKind.TOLD;
        }
        if (subject.origin().library() != null || !leasesOrIsTold(subject)) {
            return WorkerIdKind.NONE;
        }
        if (options.contains("worker=file")) {
            return WorkerIdKind.FILE;
        }
        if (options.contains("worker=mysql-register")) {
            return WorkerIdKind.REGISTERED;
        }
        return options.contains("worker=") ? WorkerIdKind.LEASED : WorkerIdKind.TOLD;
    }

    private static boolean leasesOrIsTold(Subject subject) {
        String strategy = subject.origin().strategy();
        return strategy.equals("snowflake") || strategy.equals("sonyflake");
    }

    /** The same on other servers. */
    FaultSubject on(Servers others) {
        return new FaultSubject(subject, workerIds, others);
    }

    String name() {
        return subject.name();
    }

    /** Whether a server grants worker ids to one holder at a time. */
    boolean isLeased() {
        return workerIds == WorkerIdKind.LEASED || workerIds == WorkerIdKind.REGISTERED;
    }

    /** Whether a file of each node says which worker id it has. */
    boolean hasFile() {
        return workerIds == WorkerIdKind.FILE || workerIds == WorkerIdKind.REGISTERED;
    }

    boolean isOurs() {
        return subject.origin().library() == null;
    }

    /** For how many bits of ms the ids of a peer last whose epoch can be set, or 0 of others. */
    int peerTimeBits() {
        return subject.layout().timeBits();
    }

    /** How many worker ids there are. */
    int workerIdCount() {
        if (!isOurs()) {
            return subject.layout().workerIds();
        }
        return subject.origin().strategy().equals("sonyflake")
                ? SONYFLAKE
                : subject.origin().options().contains("preset=javascript") ? JAVASCRIPT : SNOWFLAKE;
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
        if (workerIds == WorkerIdKind.JOINED) {
            settings.put("namespace", namespace);
        }
        if (hasFile() || isLeased()) {
            settings.put("namespace", namespace);
            settings.put("reservation", reservation);
        }
        if (hasFile()) {
            settings.put("worker.file", localState(node, folder).toString());
        }
        if (workerIds == WorkerIdKind.REGISTERED) {
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
