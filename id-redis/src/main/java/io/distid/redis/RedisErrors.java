package io.distid.redis;

import io.distid.BackendException;
import io.distid.IdException;
import java.time.Duration;
import java.util.NoSuchElementException;
import redis.clients.jedis.exceptions.JedisConnectionException;

/** Turns what Jedis throws into one sentence that says what happened and what the operator can do. */
final class RedisErrors {
    private RedisErrors() {}

    static RuntimeException translate(String where, Duration timeout, int poolSize, RuntimeException error) {
        if (error instanceof IdException || error instanceof IllegalStateException) {
            return error;
        }
        if (caused(error, InterruptedException.class)) {
            Thread.currentThread().interrupt();
            return new BackendException("interrupted while waiting for Redis at " + where, error);
        }
        String reason = reason(error);
        if (reason.startsWith("WRONGPASS")
                || reason.startsWith("NOAUTH")
                || reason.contains("invalid password")
                || reason.contains("AUTH <password> called without any password configured")) {
            return new BackendException(
                    "Redis at " + where + " refused the log-in: " + reason + " (check the keys user and password)",
                    error);
        }
        if (reason.contains("NOPERM") || reason.contains("ACL failure") || reason.contains("can't run this command")) {
            return new BackendException(
                    "the user on Redis at " + where + " lacks a permission: " + reason
                            + " (the README lists the commands and keys to be granted)",
                    error);
        }
        if (caused(error, NoSuchElementException.class)) {
            return new BackendException(
                    "all " + poolSize + " connections to Redis at " + where + " were busy for " + timeout.toMillis()
                            + " ms: raise pool-size or timeout",
                    error);
        }
        if (caused(error, JedisConnectionException.class)) {
            return new BackendException(
                    "Redis at " + where + " did not answer within " + timeout.toMillis() + " ms: " + reason
                            + " (is it up, is the address right, does it speak TLS?)",
                    error);
        }
        return new BackendException("Redis at " + where + " refused: " + reason, error);
    }

    /** The messages of the outermost and of the innermost error; Jedis keeps why it could not connect as a suppressed one. */
    private static String reason(Throwable error) {
        Throwable inner = error;
        while (inner.getCause() != null || inner.getSuppressed().length > 0) {
            inner = inner.getCause() != null ? inner.getCause() : inner.getSuppressed()[0];
        }
        String outer = String.valueOf(error.getMessage());
        return inner == error ? outer : outer + ": " + inner.getMessage();
    }

    private static boolean caused(Throwable error, Class<? extends Throwable> by) {
        for (Throwable at = error; at != null; at = at.getCause()) {
            if (by.isInstance(at)) {
                return true;
            }
        }
        return false;
    }
}
