package io.distid.bench.subject;

import io.distid.spi.ConfigKey;
import io.distid.spi.Providers;
import io.distid.worker.WorkerIdsProvider;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Where a source of worker ids keeps its leases on this run's servers, and how few ids it has to give, as settings of the strategy that asks for one. Safe for use by any number of threads.
 */
public final class WorkerSettings {
    /**
     * How far a clock may be ahead of the store's: the first lease of a new namespace begins so much and a reservation later, so little
     * of it makes a new namespace ready within 4 s.
     */
    private static final String MAX_AHEAD = "1s";

    private static final String PREFIX = "worker.";

    private WorkerSettings() {}

    /**
     * The address, and the leave to create what is missing where that is asked for.
     *
     * @param worker the source, as the strategy finds it
     * @param servers where the servers are
     * @return keys and values; none for a source on no server
     * @throws io.distid.testservers.ServerUnavailableException if the server cannot be had
     */
    public static Map<String, String> of(String worker, Servers servers) {
        Map<String, String> settings = new TreeMap<>();
        Providers.all(WorkerIdsProvider.class).stream()
                .filter(source -> source.name().equals(worker) && source.server() != null)
                .forEach(source -> {
                    settings.putAll(address(source.server(), servers, PREFIX));
                    List<String> keys =
                            source.keys().stream().map(ConfigKey::name).toList();
                    Map.of("create", "true", "max-ahead", MAX_AHEAD).forEach((key, value) -> {
                        if (keys.contains(key)) {
                            settings.put(PREFIX + key, value);
                        }
                    });
                });
        return settings;
    }

    /**
     * What leaves a strategy whose worker ids have two parts one of them to give, so that whoever comes next has to take it over: all ten bits tell the datacenter, and none
     * is left to tell one worker of it from another.
     *
     * @return keys and values
     */
    public static Map<String, String> oneWorkerId() {
        return Map.of("datacenter-bits", "10", "datacenter", "0", "worker-bits", "0");
    }

    /**
     * The same with one worker id more.
     *
     * @return keys and values
     */
    public static Map<String, String> twoWorkerIds() {
        return Map.of("datacenter-bits", "9", "datacenter", "0", "worker-bits", "1");
    }

    /** Where a kind of server is; nothing of none, or of one that the lab cannot start. */
    static Map<String, String> address(@Nullable String server, Servers servers, String prefix) {
        ServerKind kind = ServerKind.of(server);
        return kind == null
                ? Map.of()
                : switch (kind) {
                    case MYSQL -> MySqlSettings.of(servers, prefix);
                    case POSTGRESQL -> PostgreSqlSettings.of(servers, prefix);
                    case REDIS -> servers.redis(prefix);
                    case REDIS_WITH_REPLICA -> Map.of(prefix + "url", servers.replicatedRedisUrl());
                    case ZOOKEEPER -> Map.of(prefix + "connect", servers.zooKeeper());
                    case ETCD -> Map.of(prefix + "endpoints", servers.etcd());
                };
    }
}
