package io.distid.redis;

import io.distid.BackendException;
import io.distid.IdException;
import io.distid.InterruptedIdException;
import io.distid.spi.IdConfig;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.regex.Pattern;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;

/** Turns errors of Jedis into one sentence that says what happened and what the operator can do. */
final class RedisErrors {
    /** The answer of a server that does not know the log-in command; it repeats the arguments. */
    private static final Pattern UNKNOWN_LOGIN =
            Pattern.compile("unknown command \\W?AUTH\\b", Pattern.CASE_INSENSITIVE);

    /** A suppressed error may have the outer one as its cause. */
    private static final int DEEPEST = 50;

    private final String where;
    private final IdConfig config;

    RedisErrors(String where, IdConfig config) {
        this.where = where;
        this.config = config;
    }

    String where() {
        return where;
    }

    /**
     * Whether a server refused a command without looking at it: it is a replica now, has lost its master, or is still loading. The
     * server carried out nothing, and the address may lead to another server now.
     */
    static boolean isOfAServerOutOfService(RuntimeException error) {
        String message = String.valueOf(error.getMessage());
        // Redis 6 puts the script's place in front of the error.
        return error instanceof JedisDataException
                && (message.contains("READONLY You can't write")
                        || message.startsWith("MASTERDOWN ")
                        || message.startsWith("LOADING "));
    }

    /**
     * Whether no answer came: the connection could not be made, was dead, or was silent for too long. The server may have carried out
     * the command. A refusal, by contrast, is an answer.
     */
    static boolean isUnanswered(Throwable error) {
        return error instanceof JedisConnectionException;
    }

    /** Whether a server that was reached did not answer; it may answer later. */
    static boolean wasCutOff(BackendException error) {
        return chain(error).stream().anyMatch(RedisErrors::isUnanswered)
                && chain(error).stream()
                        .noneMatch(e -> e instanceof ConnectException || e instanceof UnknownHostException);
    }

    /** The error of an acquire that reached the server too late each time. */
    BackendException late(Duration within) {
        return new BackendException("Redis at " + where + " was not ready within " + within.toMillis() + " ms (key "
                + config.fullName("open-timeout") + "), so it grants no worker id; try again");
    }

    /** The error of an acquire that other acquires of this process have kept waiting. */
    BackendException noTurn(int waiting) {
        return new BackendException(
                "Redis at " + where + " was not asked for a worker id: other requests of this process, " + waiting
                        + " of them waiting, took longer than " + config.fullName("open-timeout") + "; try again");
    }

    /** Whether a translated error is a refusal by a server in service, which will refuse again. */
    static boolean isRefusal(BackendException error) {
        return error.getCause() instanceof JedisDataException refusal
                && !isOfAServerOutOfService(refusal)
                && !isForNow(String.valueOf(refusal.getMessage()));
    }

    /** Whether a server refuses every request for the moment: a script runs, a cluster lacks a node, or too many clients are connected. */
    private static boolean isForNow(String refusal) {
        return refusal.startsWith("BUSY ")
                || refusal.startsWith("CLUSTERDOWN ")
                || refusal.contains("max number of clients");
    }

    /** The error of a call that another thread's close ended. */
    IllegalStateException closed(RuntimeException error) {
        return new IllegalStateException("closed: " + where, config.hide(error));
    }

    RuntimeException translate(RuntimeException error) {
        if (error instanceof IdException || error instanceof IllegalStateException) {
            return error;
        }
        Throwable cause = config.hide(error);
        if (caused(error, InterruptedException.class)) {
            Thread.currentThread().interrupt();
            return new InterruptedIdException("interrupted while waiting for Redis at " + where, cause);
        }
        String reason = reason(error);
        String shown = config.hide(reason);
        if (UNKNOWN_LOGIN.matcher(reason).find()) {
            // The server repeats its arguments, which are the password, perhaps cut. The cause has the same text, so it
            // is left out, too.
            return new BackendException("Redis at " + where + " refused the log-in: it does not know the command AUTH"
                    + " (leave " + config.fullName("user") + " and " + config.fullName("password")
                    + " out, or see why it is renamed)");
        }
        if (reason.startsWith("WRONGPASS")
                || reason.startsWith("NOAUTH")
                || reason.contains("invalid password")
                || reason.contains("AUTH <password> called without any password configured")) {
            return new BackendException(
                    "Redis at " + where + " refused the log-in: " + shown + " (check the keys "
                            + config.fullName("user") + " and " + config.fullName("password") + ")",
                    cause);
        }
        if (reason.contains("NOPERM") || reason.contains("ACL failure") || reason.contains("can't run this command")) {
            return new BackendException(
                    "the user on Redis at " + where + " lacks a permission: " + shown
                            + " (the README lists the commands and keys to be granted)",
                    cause);
        }
        if (caused(error, NoSuchElementException.class)) {
            return new BackendException(
                    "all " + config.integer("pool-size") + " connections to Redis at " + where + " were busy for "
                            + config.duration("timeout").toMillis() + " ms: raise " + config.fullName("pool-size")
                            + " or "
                            + config.fullName("timeout"),
                    cause);
        }
        if (chain(error).stream().anyMatch(RedisErrors::isUnanswered)) {
            if (Thread.currentThread().isInterrupted()) {
                // The JDK closes the socket of a virtual thread that reads, and throws no InterruptedException.
                return new InterruptedIdException("interrupted while waiting for Redis at " + where, cause);
            }
            return new BackendException(
                    "Redis at " + where + " did not answer within "
                            + config.duration("timeout").toMillis() + " ms: " + shown
                            + " (is it up, is the address right, does it speak TLS?)",
                    cause);
        }
        if (isOfAServerOutOfService(error)) {
            return new BackendException(
                    "Redis at " + where + " takes no writes: " + shown
                            + " (it is a replica, or loading: does the address lead to the primary?)",
                    cause);
        }
        return new BackendException("Redis at " + where + " refused: " + shown, cause);
    }

    /** The messages of the outermost and of the innermost error, without the full stop at the end of some messages of Jedis. */
    private static String reason(Throwable error) {
        List<Throwable> chain = chain(error);
        Throwable inner = chain.get(chain.size() - 1);
        String outer = String.valueOf(error.getMessage());
        if (inner == error) {
            return outer;
        }
        // The message of this exception is the host's name alone.
        String unknown = inner instanceof UnknownHostException ? "unknown host " : "";
        return outer.replaceAll("\\.$", "") + ": " + unknown + inner.getMessage();
    }

    private static boolean caused(Throwable error, Class<? extends Throwable> by) {
        return chain(error).stream().anyMatch(by::isInstance);
    }

    /** The errors from the outermost to the innermost. Jedis keeps the reason of a failed connection as a suppressed error. */
    private static List<Throwable> chain(Throwable error) {
        List<Throwable> chain = new ArrayList<>(List.of(error));
        Throwable at = error;
        while (chain.size() <= DEEPEST && (at.getCause() != null || at.getSuppressed().length > 0)) {
            at = at.getCause() != null ? at.getCause() : at.getSuppressed()[0];
            chain.add(at);
        }
        return chain;
    }
}
