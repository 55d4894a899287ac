package io.distid.redis;

import io.distid.internal.CleanUp;
import io.distid.spi.ConfigKey;
import io.distid.spi.IdConfig;
import io.distid.spi.SegmentStore;
import io.distid.spi.SegmentStoreProvider;
import java.util.List;

/**
 * {@code redis} as a segment store: one hash of counters and one of steps, with a field for each tag. Stateless: safe for use
 * by any number of threads.
 */
public final class RedisSegmentStoreProvider implements SegmentStoreProvider {

    /** For {@link java.util.ServiceLoader}. */
    public RedisSegmentStoreProvider() {}

    @Override
    public String name() {
        return "redis";
    }

    @Override
    public String summary() {
        return "segments from counters in a Redis hash, HINCRBY per segment";
    }

    @Override
    public String server() {
        return "redis";
    }

    @Override
    public List<ConfigKey> keys() {
        return RedisKeys.with(
                RedisKeys.prefix(
                        "distid:segments",
                        "hash {prefix}:max holds the last id granted per tag, {prefix}:step the steps"),
                ConfigKey.flag("create", false, "make tags that are missing; for their first use only"),
                ConfigKey.integer("start", 1, Long.MAX_VALUE - 1, 1L, "the first id of a tag that is made"),
                ConfigKey.integer("step", 1, 1L << 53, 1_000L, "the step of a tag that is made"),
                Replicas.KEY,
                RedisKeys.DURABILITY);
    }

    @Override
    public SegmentStore open(IdConfig config) {
        RedisLink link = RedisClients.open(config);
        try {
            RedisSegmentStore store = new RedisSegmentStore(link, config);
            // Fails now, not at the first claim, if the server is away or refuses scripts.
            store.tags();
            Durability durability = Durability.of(link, config.text("prefix"), config);
            RedisWorkerIdsProvider.warn(durability, "segments", link);
            store.describe(durability);
            return store;
        } catch (RuntimeException | Error e) {
            CleanUp.after(e, link::close);
            throw e;
        }
    }
}
