package io.distid.bench.subject;

import io.distid.spi.Provider;
import io.distid.spi.Providers;
import io.distid.worker.WorkerIdsProvider;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A strategy's settings for a source of worker ids. They give the address on this run's servers, and limit the number
 * of ids. Safe for use by any number of threads.
 */
public final class WorkerSettings {
    /**
     * How far a clock may be ahead of the store's. The first lease of a new namespace waits for this and a reservation.
     * With so small a value it is ready within 4 s.
     */
    private static final String MAX_AHEAD = "1s";

    private static final String PREFIX = "worker.";

    private WorkerSettings() {}

    /** The address, and the permission to create missing data; nothing for a source without a server. */
    public static Map<String, String> of(String worker, Servers servers) {
        Map<String, String> settings = new TreeMap<>();
        Providers.all(WorkerIdsProvider.class).stream()
                .filter(source -> source.name().equals(worker) && source.server() != null)
                .forEach(source -> {
                    settings.putAll(address(source.server(), servers, PREFIX));
                    putIfKnown(source, PREFIX, "create", "true", settings);
                    putIfKnown(source, PREFIX, "max-ahead", MAX_AHEAD, settings);
                });
        return settings;
    }

    /**
     * Leaves only one worker id to a strategy with a datacenter and a worker part. The next process must then take it
     * over. All ten bits are the datacenter's, and none is left for the worker.
     */
    public static Map<String, String> oneWorkerId() {
        return Map.of("datacenter-bits", "10", "datacenter", "0", "worker-bits", "0");
    }

    /** The same with one worker id more. */
    public static Map<String, String> twoWorkerIds() {
        return Map.of("datacenter-bits", "9", "datacenter", "0", "worker-bits", "1");
    }

    static void putIfKnown(Provider of, String prefix, String key, String value, Map<String, String> settings) {
        if (of.keys().stream().anyMatch(known -> known.name().equals(key))) {
            settings.put(prefix + key, value);
        }
    }

    /** The address of a kind of server; empty without a server, or if the lab cannot start it. */
    static Map<String, String> address(@Nullable String server, Servers servers, String prefix) {
        ServerKind kind = ServerKind.of(server);
        return kind == null
                ? Map.of()
                : switch (kind) {
                    case MYSQL, POSTGRESQL -> servers.sql(kind, prefix);
                    case REDIS -> servers.redis(prefix);
                    case REDIS_WITH_REPLICA -> Map.of(prefix + "url", servers.replicatedRedisUrl());
                    case ZOOKEEPER -> Map.of(prefix + "connect", servers.zooKeeper());
                    case ETCD -> Map.of(prefix + "endpoints", servers.etcd());
                };
    }
}
