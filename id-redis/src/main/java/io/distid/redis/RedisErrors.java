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

/** Turns what Jedis throws into one sentence that says what happened and what the operator can do. */
final class RedisErrors {
    /** A server that does not know the command that logs in says so, and with what arguments it was asked. */
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
     * Whether a server refused a command unseen, because it is a replica now, has lost its master, or is still loading: it carried out
     * nothing, and another one may be where its address leads.
     */
    static boolean isOfAServerOutOfService(RuntimeException error) {
        String message = String.valueOf(error.getMessage());
        // Redis 6 puts the place in front of the errors of scripts.
        return error instanceof JedisDataException
                && (message.contains("READONLY You can't write")
                        || message.startsWith("MASTERDOWN ")
                        || message.startsWith("LOADING "));
    }

    /**
     * Whether there was no answer: the connection could not be made, was found dead, or was silent for too long. Whether the command was
     * carried out is unknown; a refusal, by contrast, is an answer.
     */
    static boolean isUnanswered(Throwable error) {
        return error instanceof JedisConnectionException;
    }

    /** Whether a server that was reached did not answer: it may do so later. */
    static boolean wasCutOff(BackendException error) {
        return chain(error).stream().anyMatch(RedisErrors::isUnanswered)
                && chain(error).stream()
                        .noneMatch(e -> e instanceof ConnectException || e instanceof UnknownHostException);
    }

    /** An acquire that comes too late each time. */
    BackendException late(Duration within) {
        return new BackendException("Redis at " + where + " was not ready within " + within.toMillis() + " ms (key "
                + config.fullName("open-timeout") + "), so it grants no worker id; try again");
    }

    /** An acquire that others of this process have kept waiting. */
    BackendException noTurn(int waiting) {
        return new BackendException(
                "Redis at " + where + " was not asked for a worker id: others of this process, of which " + waiting
                        + " wait, took longer than " + config.fullName("open-timeout") + "; try again");
    }

    /** Whether what failed by a translated error was refused by a server in service, which will refuse it again. */
    static boolean isRefusal(BackendException error) {
        return error.getCause() instanceof JedisDataException refusal
                && !isOfAServerOutOfService(refusal)
                && !isForNow(String.valueOf(refusal.getMessage()));
    }

    /** Whether a server refuses whatever it is asked, for as long as a script runs, a cluster lacks a node, or too many are connected. */
    private static boolean isForNow(String refusal) {
        return refusal.startsWith("BUSY ")
                || refusal.startsWith("CLUSTERDOWN ")
                || refusal.contains("max number of clients");
    }

    /** Of a call that another thread's close ended. */
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
            // It tells what it was sent, which is the password, perhaps cut. So no cause either, which has the same
            // text.
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

    /** The messages of the outermost and of the innermost error, without the full stop that some of Jedis end in. */
    private static String reason(Throwable error) {
        List<Throwable> chain = chain(error);
        Throwable inner = chain.get(chain.size() - 1);
        String outer = String.valueOf(error.getMessage());
        if (inner == error) {
            return outer;
        }
        // Of these the message is the name alone.
        String unknown = inner instanceof UnknownHostException ? "unknown host " : "";
        return outer.replaceAll("\\.$", "") + ": " + unknown + inner.getMessage();
    }

    private static boolean caused(Throwable error, Class<? extends Throwable> by) {
        return chain(error).stream().anyMatch(by::isInstance);
    }

    /** From the outermost to the innermost; Jedis keeps why it could not connect as a suppressed one. */
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
