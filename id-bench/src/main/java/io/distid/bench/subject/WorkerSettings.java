package io.distid.bench.subject;

import java.util.Map;
import java.util.TreeMap;

/** Where a source of worker ids keeps its leases on this run's servers, as settings of the strategy that asks for one. Safe for use by any number of threads. */
public final class WorkerSettings {
    private WorkerSettings() {}

    /**
     * The address, and the leave to create what is missing.
     *
     * @param worker the source, as the strategy finds it
     * @param servers where the servers are
     * @return keys and values; none for a source on no server
     * @throws io.distid.testservers.ServerUnavailableException if the server cannot be had
     */
    public static Map<String, String> of(String worker, Servers servers) {
        Map<String, String> settings = new TreeMap<>(
                switch (worker) {
                    case "mysql" -> MySqlSettings.of(servers, "worker.");
                    case "redis" -> Map.of("worker.url", servers.redisUrl());
                    case "zookeeper" -> Map.of("worker.connect", servers.zooKeeper());
                    case "etcd" -> Map.of("worker.endpoints", servers.etcd());
                    default -> Map.of();
                });
        if (!settings.isEmpty()) {
            settings.put("worker.create", "true");
            settings.put("worker.max-ahead", StrategySettings.MAX_AHEAD);
        }
        return settings;
    }
}
