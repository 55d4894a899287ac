package io.distid.redis;

import io.distid.spi.ConfigKey;
import io.distid.spi.IdConfig;
import io.distid.spi.WorkerIds;
import io.distid.spi.WorkerIdsProvider;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;

/** {@code redis} as a source of worker ids: slots with leases, in one hash for each namespace. */
public final class RedisWorkerIdsProvider implements WorkerIdsProvider {
    private static final System.Logger LOG = System.getLogger(RedisWorkerIdsProvider.class.getName());

    /** For {@link java.util.ServiceLoader}. */
    public RedisWorkerIdsProvider() {}

    @Override
    public String name() {
        return "redis";
    }

    @Override
    public String summary() {
        return "ids leased from Redis, with a bound on ticks; as durable as the server's append-only file";
    }

    @Override
    public List<ConfigKey> keys() {
        return RedisKeys.with(
                ConfigKey.matching("prefix", RedisKeys.PREFIX, "distid:workers", "the hash is {prefix}:{namespace}"),
                ConfigKey.flag("create", false, "make the namespace if it is missing; for the first start only"),
                ConfigKey.duration(
                        "max-ahead",
                        Duration.ofSeconds(1),
                        Duration.ofDays(1),
                        "10min",
                        "how far this node's clock may be ahead of the server's"),
                RedisKeys.DURABILITY);
    }

    @Override
    public WorkerIds open(IdConfig config) {
        RedisLink link = RedisClients.open(config);
        try {
            // Says now, not at the first lease, that the server is not there.
            link.call(client -> client.exists(config.text("prefix")));
            Durability durability = Durability.of(link).require(config);
            if (!durability.always()) {
                durability
                        .notes()
                        .forEach(note -> LOG.log(Level.WARNING, "worker ids from " + link.where() + ": " + note));
            }
            return new RedisWorkerIds(link, config.text("prefix"), config.flag("create"), config.duration("max-ahead"));
        } catch (RuntimeException e) {
            link.close();
            throw e;
        }
    }
}
