/** Redis: counters, worker ids, segments, locks and tokens. */
@SuppressWarnings("requires-automatic")
module io.distid.redis {
    requires transitive io.distid;
    requires transitive io.distid.coordination;
    requires redis.clients.jedis;
    requires org.apache.commons.pool2;
    requires static org.jspecify;

    exports io.distid.redis;

    provides io.distid.coordination.LockStoreProvider with
            io.distid.redis.RedisLockStoreProvider;
    provides io.distid.coordination.TokenStoreProvider with
            io.distid.redis.RedisTokenStoreProvider;
    provides io.distid.spi.IdGeneratorProvider with
            io.distid.redis.RedisIncrProvider;
    provides io.distid.spi.SegmentStoreProvider with
            io.distid.redis.RedisSegmentStoreProvider;
    provides io.distid.worker.WorkerIdsProvider with
            io.distid.redis.RedisSetWorkerIdsProvider,
            io.distid.redis.RedisWorkerIdsProvider;
}
