package io.distid.redis;

import io.distid.BackendException;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.exceptions.JedisConnectionException;

/** The way to Redis, whatever the topology: runs commands and scripts, and says in distid's own errors what went wrong. */
final class RedisLink implements AutoCloseable {
    private final String where;
    private final UnifiedJedis jedis;
    private final Duration timeout;
    private final int poolSize;
    private final boolean failsOver;
    private volatile boolean closed;

    private RedisLink(String where, UnifiedJedis jedis, Duration timeout, int poolSize, boolean failsOver) {
        this.where = where;
        this.jedis = jedis;
        this.timeout = timeout;
        this.poolSize = poolSize;
        this.failsOver = failsOver;
    }

    static RedisLink connect(
            String where, Supplier<UnifiedJedis> client, Duration timeout, int poolSize, boolean failsOver) {
        try {
            return new RedisLink(where, client.get(), timeout, poolSize, failsOver);
        } catch (RuntimeException e) {
            throw RedisErrors.translate(where, timeout, poolSize, e);
        }
    }

    /** Runs a script on keys of one slot, as {@link #call(Function)}. */
    Object run(Script script, List<String> keys, List<String> arguments) {
        return call(client -> script.run(client, keys, arguments));
    }

    /**
     * Runs a command that may be repeated: where a pooled connection turns out to be dead, say after a restart of the server,
     * the next one is tried, each of them once at most, and none after the time-out.
     */
    <T> T call(Function<UnifiedJedis, T> command) {
        return attempt(command, poolSize);
    }

    /** Runs a command that must not be repeated, since the answer to a second would be another one. */
    <T> T callOnce(Function<UnifiedJedis, T> command) {
        return attempt(command, 0);
    }

    private <T> T attempt(Function<UnifiedJedis, T> command, int repeats) {
        long start = System.nanoTime();
        for (int attempt = 0; ; attempt++) {
            if (closed) {
                throw new IllegalStateException("closed: " + where);
            }
            try {
                return command.apply(jedis);
            } catch (JedisConnectionException e) {
                if (attempt >= repeats || System.nanoTime() - start >= timeout.toNanos()) {
                    throw translate(e);
                }
            } catch (RuntimeException e) {
                throw translate(e);
            }
        }
    }

    private RuntimeException translate(RuntimeException error) {
        return closed
                ? new IllegalStateException("closed: " + where, error)
                : RedisErrors.translate(where, timeout, poolSize, error);
    }

    /** The server's address for messages, without any user information. */
    String where() {
        return where;
    }

    /** How long a command may take. */
    Duration timeout() {
        return timeout;
    }

    /** Whether another server may take this one's place, with what it had been sent by then. */
    boolean failsOver() {
        return failsOver;
    }

    @Override
    public void close() {
        closed = true;
        try {
            jedis.close();
        } catch (RuntimeException e) {
            throw new BackendException("could not close the connections to " + where + ": " + e.getMessage(), e);
        }
    }
}
