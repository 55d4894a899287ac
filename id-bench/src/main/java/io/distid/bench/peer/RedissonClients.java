package io.distid.bench.peer;

import io.distid.bench.subject.LockIds;
import java.util.Map;
import java.util.stream.Stream;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/** Opens the client that Redisson's ids and locks come from, on the run's Redis. */
final class RedissonClients {
    /**
     * Ten times Redisson's default. Redisson repeats most commands after a time-out, but not the script of a lock. So a
     * single late answer on a busy machine would fail the whole row.
     */
    private static final int LOCK_TIMEOUT_MILLIS = 30_000;

    private RedissonClients() {}

    /** Opens a client as in Redisson's documentation. */
    static RedissonClient open(Map<String, String> settings) {
        return Redisson.create(config(settings));
    }

    /** The same for locks. The settings may have a lease. */
    static RedissonClient openForLocks(Map<String, String> settings) {
        Config config = config(settings);
        config.useSingleServer().setTimeout(LOCK_TIMEOUT_MILLIS);
        if (LockIds.hasLease(settings)) {
            config.setLockWatchdogTimeout(LockIds.leaseMillis(settings));
        }
        return Redisson.create(config);
    }

    private static Config config(Map<String, String> settings) {
        Config config = new Config();
        String nodes = settings.get("nodes");
        if (nodes == null) {
            config.useSingleServer().setAddress(settings.get("url"));
        } else {
            Stream.of(nodes.split(","))
                    .forEach(node -> config.useClusterServers().addNodeAddress("redis://" + node));
        }
        return config;
    }
}
