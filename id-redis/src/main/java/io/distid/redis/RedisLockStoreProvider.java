package io.distid.redis;

import io.distid.coordination.LockStore;
import io.distid.coordination.LockStoreProvider;
import io.distid.spi.ConfigKey;
import io.distid.spi.IdConfig;
import java.time.Duration;
import java.util.List;

/** {@code redis} as a store of locks: one hash for each lock. Stateless: safe for use by any number of threads. */
public final class RedisLockStoreProvider implements LockStoreProvider {
    /** One connection for the messages that locks became free. */
    private static final int SUBSCRIPTION = 1;

    /** For {@link java.util.ServiceLoader}. */
    public RedisLockStoreProvider() {}

    @Override
    public String name() {
        return "redis";
    }

    @Override
    public String summary() {
        return "locks in Redis; a failover may grant one twice, with a greater number";
    }

    @Override
    public String server() {
        return "redis";
    }

    @Override
    public List<ConfigKey> keys() {
        return RedisKeys.with(
                RedisKeys.prefix("distid:lock", "the hash of a lock is {prefix}:{name}"),
                ConfigKey.duration(
                        "keep",
                        Duration.ofMinutes(1),
                        Duration.ofDays(3_650),
                        "7d",
                        "how long the number of a lock that nobody uses is kept; later ones begin at the server's clock"),
                RedisKeys.DURABILITY);
    }

    @Override
    public LockStore open(IdConfig config) {
        return new RedisLockStore(
                RedisWorkerIdsProvider.connect(config, "locks", SUBSCRIPTION),
                config.text("prefix"),
                config.duration("keep"));
    }
}
