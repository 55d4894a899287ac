package io.distid.bench.subject;

import java.util.Map;
import java.util.TreeMap;

/**
 * Where a source of worker ids keeps its leases on this run's servers, and how few ids it has to give, as settings of the strategy that asks for one. Safe for use by any number of threads.
 */
public final class WorkerSettings {
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
        Map<String, String> settings = new TreeMap<>(address(worker, servers, "worker."));
        if (!settings.isEmpty()) {
            if (!worker.equals("redis-set")) {
                settings.put("worker.create", "true");
            }
            settings.put("worker.max-ahead", StrategySettings.MAX_AHEAD);
        }
        return settings;
    }

    /**
     * What leaves {@code snowflake} one worker id to give, so that whoever comes next has to take it over: all ten bits tell the datacenter, and none
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

    /** Where a backend is that is found by a name; nothing of one that is on no server. */
    static Map<String, String> address(String backend, Servers servers, String prefix) {
        return switch (backend) {
            case "mysql", "mysql-register" -> MySqlSettings.of(servers, prefix);
            case "redis", "redis-set" -> servers.redis(prefix);
            case "zookeeper", "zookeeper-leaf" -> Map.of(prefix + "connect", servers.zooKeeper());
            case "etcd" -> Map.of(prefix + "endpoints", servers.etcd());
            default -> Map.of();
        };
    }
}
