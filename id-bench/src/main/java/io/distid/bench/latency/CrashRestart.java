package io.distid.bench.latency;

import io.distid.bench.subject.ServerKind;
import io.distid.bench.subject.Servers;
import io.distid.testservers.Database;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A source of worker ids with one id to give, so that whoever comes next has to wait for it.
 *
 * @param subject the strategy that asks for the id, as the catalogue finds it
 * @param worker the source, as the strategy finds it
 * @param server where it keeps leases, or null if in a file
 */
record CrashRestart(String subject, String worker, @Nullable ServerKind server) {
    /** The first lease of a new namespace begins so much and a reservation later. */
    private static final String MAX_AHEAD = "1s";

    static final List<CrashRestart> ALL = List.of(
            new CrashRestart("snowflake", "file", null),
            new CrashRestart("snowflake", "redis", ServerKind.REDIS),
            new CrashRestart("snowflake", "mysql", ServerKind.MYSQL),
            new CrashRestart("snowflake", "zookeeper", ServerKind.ZOOKEEPER),
            new CrashRestart("snowflake", "etcd", ServerKind.ETCD),
            new CrashRestart("sonyflake", "file", null));

    /** What its settings go by. */
    String name() {
        return subject + " worker=" + worker;
    }

    /**
     * What predecessor and successor are opened with.
     *
     * @param namespace that nobody else uses
     * @param directory for a file
     */
    Map<String, String> settings(Servers servers, String namespace, Path directory) {
        Map<String, String> settings = new TreeMap<>(source(servers, namespace, directory));
        settings.put("namespace", namespace);
        settings.put("worker", worker);
        if (subject.equals("snowflake")) {
            // All ten bits tell the datacenter, and none is left to tell one worker of it from another.
            settings.putAll(Map.of("datacenter-bits", "10", "datacenter", "0", "worker-bits", "0"));
        }
        return settings;
    }

    private Map<String, String> source(Servers servers, String namespace, Path directory) {
        if (server == null) {
            return Map.of(
                    "worker.file", directory.resolve(subject + "-" + namespace).toString(),
                    "worker.id", "0",
                    "worker.create", "true");
        }
        return switch (server) {
            case MYSQL -> {
                Database database = servers.mySql();
                yield Map.of(
                        "worker.url", database.url(),
                        "worker.user", database.user(),
                        "worker.password", database.password(),
                        "worker.create", "true",
                        "worker.max-ahead", MAX_AHEAD);
            }
            case REDIS ->
                Map.of("worker.url", servers.redisUrl(), "worker.create", "true", "worker.max-ahead", MAX_AHEAD);
            case REDIS_WITH_REPLICA ->
                Map.of(
                        "worker.url",
                        servers.replicatedRedisUrl(),
                        "worker.create",
                        "true",
                        "worker.max-ahead",
                        MAX_AHEAD);
            case ZOOKEEPER ->
                Map.of("worker.connect", servers.zooKeeper(), "worker.create", "true", "worker.max-ahead", MAX_AHEAD);
            case ETCD ->
                Map.of("worker.endpoints", servers.etcd(), "worker.create", "true", "worker.max-ahead", MAX_AHEAD);
        };
    }
}
