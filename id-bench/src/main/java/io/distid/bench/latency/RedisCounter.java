package io.distid.bench.latency;

import java.util.OptionalLong;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.exceptions.JedisException;

/**
 * Counts the requests of all clients of a Redis server.
 *
 * <p>It counts the server's reads from connections, not commands. Redis also counts the commands that a script calls,
 * which are not round trips.
 */
final class RedisCounter implements ServerCounter {
    private static final String READS = "total_reads_processed:";

    private final UnifiedJedis redis;

    RedisCounter(String url) {
        this.redis = RedisClient.create(url);
    }

    @Override
    public long requests() {
        try {
            return reads(redis.info("stats"))
                    .orElseThrow(() -> new UncountedException(
                            "Redis does not count its reads (INFO has no total_reads_processed): 6.0 or newer does"));
        } catch (JedisException e) {
            throw new UncountedException("Redis did not report how many requests it had: " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        redis.close();
    }

    private static OptionalLong reads(String info) {
        return info.lines()
                .filter(line -> line.startsWith(READS))
                .mapToLong(line -> Long.parseLong(line.substring(READS.length()).strip()))
                .findFirst();
    }
}
