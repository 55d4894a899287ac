package io.distid.redis;

import io.distid.internal.worker.HeldWorkerFile;
import io.distid.internal.worker.LeasedSequencerConfig;
import io.distid.spi.ConfigKey;
import io.distid.spi.IdConfig;
import io.distid.spi.RecordStore;
import io.distid.worker.StoreWorkerIds;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerIdsProvider;
import java.util.List;

/**
 * {@code redis-set}: the usual check of a machine id. The id is read from a local file, derived by the strategy, or chosen at random, and then added
 * to a set. If it is in use, another id is chosen. The id is then leased as with {@code redis}. Stateless: safe for use by any number of threads.
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
        return "ids proven free by SADD to a Redis set that other programs can use, too, and leased as by redis";
    }

    @Override
    public String server() {
        return "redis";
    }

    @Override
    public boolean durable() {
        return true;
    }

    @Override
    public List<ConfigKey> keys() {
        return RedisKeys.with(
                RedisKeys.prefix("distid:machines", "the set is {prefix}:{namespace}"),
                ConfigKey.text("file", null, "file that keeps this node's id over restarts; one for each process"),
                LeasedSequencerConfig.MAX_AHEAD,
                AcquireRetries.TIMEOUT,
                RedisKeys.DURABILITY);
    }

    @Override
    public WorkerIds open(IdConfig config) {
        HeldWorkerFile file = config.has("file") ? HeldWorkerFile.lock(config.file("file")) : null;
        try {
            return new RedisSetWorkerIds(
                    new StoreWorkerIds(records(config), config.duration("max-ahead"), StoreWorkerIds.Creation.ALWAYS),
                    file);
        } catch (RuntimeException | Error e) {
            if (file != null) {
                file.close();
            }
            throw e;
        }
    }

    @Override
    public RecordStore records(IdConfig config) {
        return RedisRecordStore.withSet(
                RedisWorkerIdsProvider.connectForLeases(config),
                config.text("prefix"),
                config.duration("open-timeout"));
    }
}
