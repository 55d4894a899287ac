package io.distid.redis;

import io.distid.BackendException;
import io.distid.internal.CleanUp;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.CommandObject;
import redis.clients.jedis.exceptions.JedisConnectionException;

/** The connection to Redis, whatever the topology: runs commands and scripts, and translates errors into distid's own. */
final class RedisLink implements ScriptRunner {
    private static final Script TIME = Script.load("clock.lua", "time.lua");

    private final RedisErrors errors;
    private final NodeConnections nodes;
    private final Duration timeout;
    private final int poolSize;
    private final boolean failsOver;
    /** Permits for half of the connections at most, so that a renewal never waits for the end of an acquire. */
    private final Semaphore acquires;
    /** How long an answer may take; longer while the link is opened. */
    private volatile Duration patience;

    /** Null before the first answer. */
    private volatile @Nullable ServerTime serverTime;

    private volatile boolean closed;

    /** The time of the server's last answer, and when it arrived by the monotonic clock. The server's clock shows more by then. */
    private record ServerTime(long millis, long nanos) {}

    private RedisLink(RedisErrors errors, NodeConnections nodes, Duration timeout, int poolSize, boolean failsOver) {
        this.errors = errors;
        this.nodes = nodes;
        this.timeout = timeout;
        this.poolSize = poolSize;
        this.failsOver = failsOver;
        this.acquires = new Semaphore(Math.max(1, poolSize / 2), true);
        this.patience = timeout;
    }

    static RedisLink connect(
            RedisErrors errors, Supplier<NodeConnections> nodes, Duration timeout, int poolSize, boolean failsOver) {
        try {
            return new RedisLink(errors, nodes.get(), timeout, poolSize, failsOver);
        } catch (RuntimeException e) {
            throw errors.translate(e);
        }
    }

    /** {@inheritDoc} As {@link #callOn}. */
    @Override
    public Object run(Script script, List<String> keys, List<String> arguments) {
        return callOn(keys.get(0), node -> script.run(node::execute, keys, arguments));
    }

    /** {@inheritDoc} An attempt that is not answered, or comes too late by a clock that was set forward, is repeated after a pause. */
    @Override
    public Object take(Script script, List<String> keys, List<String> arguments, Duration within) {
        AcquireRetries retries = new AcquireRetries(within);
        return acquiring(retries, () -> {
            while (true) {
                try {
                    Object answer = callOn(keys.get(0), node -> {
                        Duration left = requireLeft(retries, within);
                        return answeredWithin(
                                left, node, taken -> script.run(taken::execute, keys, inTime(arguments, left)));
                    });
                    if (!(answer instanceof List<?> words)
                            || words.size() != 2
                            || !String.valueOf(words.get(0)).equals("late")) {
                        return answer;
                    }
                    noteTime(Long.parseLong(String.valueOf(words.get(1))));
                    if (!retries.pause()) {
                        throw errors.late(within);
                    }
                } catch (BackendException e) {
                    if (!RedisErrors.wasCutOff(e) || !retries.pause()) {
                        throw e;
                    }
                }
            }
        });
    }

    /** Refuses to send a request that no caller waits for any more. */
    private Duration requireLeft(AcquireRetries retries, Duration within) {
        Duration left = retries.left();
        if (left.isZero()) {
            throw errors.late(within);
        }
        return left;
    }

    /**
     * Adds a deadline by the server's clock to the arguments, early rather than late; 0 if that clock is not known. The last quarter of the time is
     * for the answer.
     */
    private List<String> inTime(List<String> arguments, Duration left) {
        ServerTime known = serverTime;
        long passed = known == null ? 0 : TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - known.nanos);
        return ScriptRunner.withDeadline(
                arguments, known == null ? 0 : known.millis + passed + left.toMillis() * 3 / 4);
    }

    /** Runs an acquire when it is its turn; it may take until the end of its time. */
    <T> T acquiring(AcquireRetries retries, Supplier<T> acquire) {
        try {
            if (!acquires.tryAcquire(retries.left().toNanos(), TimeUnit.NANOSECONDS)) {
                throw errors.noTurn(acquires.getQueueLength());
            }
        } catch (InterruptedException e) {
            throw errors.translate(new IllegalArgumentException(e));
        }
        try {
            return acquire.get();
        } finally {
            acquires.release();
        }
    }

    /** Opens the link: asks the server for its time, and then the given questions, with more patience than later. */
    void open(String key, Duration within, Consumer<RedisLink> questions) {
        patience = within;
        try {
            noteTime(Long.parseLong(String.valueOf(run(TIME, List.of(key), List.of()))));
            questions.accept(this);
        } finally {
            patience = timeout;
        }
    }

    /** Takes the time that the server's clock shows. */
    void noteTime(long millis) {
        serverTime = new ServerTime(millis, System.nanoTime());
    }

    /** Runs requests with another time-out, since a connection has that of ordinary requests. */
    private <T extends @Nullable Object> T answeredWithin(
            Duration time, NodeConnection node, Function<NodeConnection, T> command) {
        node.connection().setSoTimeout(Math.toIntExact(Math.max(1, time.toMillis())));
        try {
            return command.apply(node);
        } finally {
            if (!node.connection().isBroken()) {
                node.connection().setSoTimeout(Math.toIntExact(timeout.toMillis()));
            }
        }
    }

    /**
     * Runs a command that may be repeated.
     *
     * @return its answer; null where {@link RedisCommands} says so
     */
    <T extends @Nullable Object> T call(String key, CommandObject<T> command) {
        return callOn(key, node -> node.execute(command));
    }

    /**
     * Runs a command that may be repeated. If a pooled connection is dead, for example after a restart of the server, the next connection
     * is tried. Each is tried once at most, and none after the time-out. The command is built when its connection is ready, so it can
     * carry what is known then.
     */
    <T extends @Nullable Object> T callOn(String key, Function<NodeConnection, T> command) {
        return call(key, command, poolSize);
    }

    /** Runs a command that must not be repeated once it may have been carried out. */
    <T> T callOnce(String key, Function<NodeConnection, T> command) {
        return call(key, command, 0);
    }

    /**
     * Runs a command. If the server has become a replica, as after a switchover, its idle connections are closed. The command is then sent
     * once more, to where the address leads now.
     *
     * <p>An interrupted thread does not repeat an unanswered command. For an interrupted virtual thread, the JDK closes each socket that it
     * reads from. So each repeat would be carried out, break another connection, and get no answer either.
     */
    private <T extends @Nullable Object> T call(
            String key, Function<NodeConnection, T> command, int mostUnansweredRepeats) {
        long start = System.nanoTime();
        boolean moved = false;
        for (int attempt = 0; ; attempt++) {
            if (closed) {
                throw new IllegalStateException("closed: " + errors.where());
            }
            try {
                return attempt(key, command);
            } catch (RuntimeException e) {
                boolean elsewhere = RedisErrors.isOfAServerOutOfService(e);
                if (elsewhere) {
                    // The connection that was just used is among them.
                    nodes.dropIdleConnections();
                }
                boolean repeats = elsewhere
                        ? !moved
                        : RedisErrors.isUnanswered(e)
                                && attempt < mostUnansweredRepeats
                                && !Thread.currentThread().isInterrupted();
                if (!repeats || System.nanoTime() - start >= timeout.toNanos()) {
                    throw closed ? errors.closed(e) : errors.translate(e);
                }
                moved |= elsewhere;
            }
        }
    }

    private <T extends @Nullable Object> T attempt(String key, Function<NodeConnection, T> command) {
        Duration time = patience;
        try {
            return nodes.ask(key, time == timeout ? command : node -> answeredWithin(time, node, command));
        } catch (JedisConnectionException e) {
            // The next attempt goes to the node that has the key by then.
            CleanUp.after(e, nodes::readTopology);
            throw e;
        }
    }

    @Override
    public String where() {
        return errors.where();
    }

    /** How long a command may take. */
    Duration timeout() {
        return timeout;
    }

    /** Whether another server may take this one's place, with only the writes that had reached it. */
    boolean failsOver() {
        return failsOver;
    }

    @Override
    public void close() {
        closed = true;
        try {
            nodes.close();
        } catch (RuntimeException e) {
            throw errors.translate(e);
        }
    }
}
