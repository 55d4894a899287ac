package io.distid.redis;

import io.distid.spi.ConfigKey;
import io.distid.spi.IdConfig;
import io.distid.spi.WorkerIds;
import io.distid.spi.WorkerIdsProvider;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;

/**
 * {@code redis-set}: the usual check of a machine id. It is read from a local file, else derived by the strategy or drawn, and
 * put into a set; on a clash another is drawn.
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
                ConfigKey.matching("prefix", RedisKeys.PREFIX, "distid:machines", "the set is {prefix}:{namespace}"),
                ConfigKey.text(
                        "file",
                        null,
                        "file that keeps this node's id and its bound on ticks over restarts; one for each process"),
                ConfigKey.integer("attempts", 1, 10_000, 16L, "how many ids are tried before giving up"));
    }

    @Override
    public WorkerIds open(IdConfig config) {
        Path path = null;
        if (config.has("file")) {
            try {
                path = Path.of(config.text("file")).toAbsolutePath();
            } catch (InvalidPathException e) {
                throw config.invalid("file", "a file name: " + e.getReason());
            }
        }
        return new RedisSetWorkerIds(MachineIdSet.open(config), path, Math.toIntExact(config.integer("attempts")));
    }
}
