package io.distid.redis;

import io.distid.BackendException;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.CommandObject;
import redis.clients.jedis.Connection;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.exceptions.JedisRedirectionException;

/** The connection to Redis, whatever the topology: runs commands and scripts, and translates errors into distid's own. */
final class RedisLink implements ScriptRunner {
    private final RedisErrors errors;
    private final UnifiedJedis jedis;
    /** The same. */
    private final NodeConnections nodes;

    private final Duration timeout;
    private final int poolSize;
    private final boolean failsOver;
    private volatile boolean closed;

    private <C extends UnifiedJedis & NodeConnections> RedisLink(
            RedisErrors errors, C jedis, Duration timeout, int poolSize, boolean failsOver) {
        this.errors = errors;
        this.jedis = jedis;
        this.nodes = jedis;
        this.timeout = timeout;
        this.poolSize = poolSize;
        this.failsOver = failsOver;
    }

    static <C extends UnifiedJedis & NodeConnections> RedisLink connect(
            RedisErrors errors, Supplier<C> client, Duration timeout, int poolSize, boolean failsOver) {
        try {
            return new RedisLink(errors, client.get(), timeout, poolSize, failsOver);
        } catch (RuntimeException e) {
            throw errors.translate(e);
        }
    }

    /** {@inheritDoc} As {@link #callOn}. */
    @Override
    public Object run(Script script, List<String> keys, List<String> arguments) {
        return callOn(
                keys.get(0),
                connection -> script.run(connection, keys, arguments),
                client -> script.run(client, keys, arguments));
    }

    /**
     * Runs a command that may be repeated.
     *
     * @param key that it is about
     * @return its answer; null where {@link RedisCommands} says so
     */
    <T extends @Nullable Object> T call(String key, CommandObject<T> command) {
        return callOn(key, connection -> connection.executeCommand(command), client -> client.executeCommand(command));
    }

    /**
     * Runs something that may be repeated: where a pooled connection turns out to be dead, say after a restart of the server,
     * the next one is tried, each of them once at most, and none after the time-out. Where the server turns out to be a replica, as
     * after a switchover, no connection to it is kept, and the command is sent once more, to where the address leads by now.
     *
     * <p>An interrupted thread repeats nothing that was not answered: of a virtual one, the JDK closes each socket that it reads from, so each
     * repeat would be carried out, break another connection, and have no answer either.
     */
    private <T extends @Nullable Object> T repeat(Function<UnifiedJedis, T> command) {
        long start = System.nanoTime();
        boolean moved = false;
        for (int attempt = 0; ; attempt++) {
            if (closed) {
                throw new IllegalStateException("closed: " + errors.where());
            }
            try {
                return command.apply(jedis);
            } catch (RuntimeException e) {
                boolean elsewhere = RedisErrors.isOfAServerOutOfService(e);
                if (elsewhere) {
                    // The one that was just used is among them.
                    nodes.dropIdleConnections();
                }
                boolean repeats = elsewhere
                        ? !moved
                        : RedisErrors.isUnanswered(e)
                                && attempt < poolSize
                                && !Thread.currentThread().isInterrupted();
                if (!repeats || System.nanoTime() - start >= timeout.toNanos()) {
                    throw translate(e);
                }
                moved |= elsewhere;
            }
        }
    }

    /**
     * Runs something that may be repeated, on a connection to the server that has a key. The command is applied when nothing is waited for any more, so
     * what it carries can be what is known then. A connection whose answer was not read, for lack of memory, is closed: not so those that the client
     * takes by itself, with Jedis 6 and 7.
     *
     * @param elsewhere the same by the client's own way, where a cluster is about to move the key
     */
    <T extends @Nullable Object> T callOn(
            String key, Function<Connection, T> command, Function<UnifiedJedis, T> elsewhere) {
        return repeat(client -> {
            try {
                return nodes.ask(key, command);
            } catch (JedisRedirectionException e) {
                nodes.readTopology();
            } catch (JedisConnectionException e) {
                findAnew(e);
                throw e;
            }
            try {
                return nodes.ask(key, command);
            } catch (JedisRedirectionException e) {
                return elsewhere.apply(client);
            }
        });
    }

    /** As {@link #callOn}, for what asks several times, or of several servers. */
    <T> T callNodes(Function<NodeConnections, T> command) {
        return repeat(client -> {
            try {
                return command.apply(nodes);
            } catch (JedisConnectionException e) {
                findAnew(e);
                throw e;
            }
        });
    }

    /** So that the next attempt is made where the key is by then. */
    private void findAnew(JedisConnectionException error) {
        try {
            nodes.readTopology();
        } catch (JedisException e) {
            // No node of the cluster answers; the first error tells more.
            error.addSuppressed(e);
        }
    }

    private RuntimeException translate(RuntimeException error) {
        return closed ? new IllegalStateException("closed: " + errors.where(), error) : errors.translate(error);
    }

    @Override
    public String where() {
        return errors.where();
    }

    /** How long a command may take. */
    Duration timeout() {
        return timeout;
    }

    /** Whether another server may take this one's place, with what it had been sent by then. */
    boolean failsOver() {
        return failsOver;
    }

    /** Closes what could not be opened; what that throws is told with the reason. */
    void closeAfter(Throwable reason) {
        try {
            close();
        } catch (RuntimeException | Error e) {
            if (e != reason) {
                reason.addSuppressed(e);
            }
        }
    }

    @Override
    public void close() {
        closed = true;
        try {
            jedis.close();
        } catch (RuntimeException e) {
            throw new BackendException(
                    "could not close the connections to " + errors.where() + ": " + e.getMessage(), e);
        }
    }
}
