package io.distid.redis;

import io.distid.spi.ConfigKey;
import io.distid.spi.IdConfig;
import io.distid.worker.AcquireRetries;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerIdsProvider;
import java.util.List;

/**
 * {@code redis-set}: the usual check of a machine id. It is read from a local file, else derived by the strategy or drawn, and
 * put into a set; if it is taken, another is drawn. Stateless: safe for use by any number of threads.
 */
public final class RedisSetWorkerIdsProvider implements WorkerIdsProvider {

    /** For {@link java.util.ServiceLoader}. */
    public RedisSetWorkerIdsProvider() {}

    @Override
    public String name() {
        return "redis-set";
    }

    @Override
    public String summary() {
        return "ids proven free by SADD to a Redis set, freed on close; nothing expires";
    }

    @Override
    public List<ConfigKey> keys() {
        return RedisKeys.with(
                RedisKeys.prefix("distid:machines", "the set is {prefix}:{namespace}"),
                ConfigKey.text(
                        "file",
                        null,
                        "file that keeps this node's id and its bound on ticks over restarts; one for each process"),
                ConfigKey.integer("attempts", 1, 10_000, 16L, "how many ids are tried before giving up"),
                RedisKeys.MAX_AHEAD,
                AcquireRetries.TIMEOUT,
                RedisKeys.DURABILITY);
    }

    @Override
    public WorkerIds open(IdConfig config) {
        return new RedisSetWorkerIds(
                RedisWorkerIdsProvider.connectForLeases(config),
                config.text("prefix"),
                config.duration("max-ahead"),
                config.duration("open-timeout"),
                config.has("file") ? config.file("file") : null,
                Math.toIntExact(config.integer("attempts")),
                UnansweredTakes.OF_THIS_PROCESS);
    }
}
