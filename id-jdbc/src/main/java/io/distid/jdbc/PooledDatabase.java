package io.distid.jdbc;

import io.distid.IdException;
import io.distid.spi.IdConfig;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/**
 * One database, behind a small pool of its own unless the settings name the application's.
 *
 * <p>In the application's pool a call may wait behind the very transactions that wait for its ids. Each call is bounded, there, too: waiting for its turn, for a connection and for each answer take at most the time-out each, and a
 * lock is waited for no longer than a second, so that the server gives up before the socket does. Turns are first come, first
 * served; the pool alone would let some threads starve while others have one connection after the other.
 */
public final class PooledDatabase implements AutoCloseable {
    private final ConnectionSource connections;
    private final Dialect dialect;
    private final Mode mode;
    private final Semaphore turns;
    private final SqlErrors errors;
    private final Duration timeout;
    private final int maxRetries;
    private final LongAdder retries = new LongAdder();

    /** What is done with a connection; may be done again from the start after a deadlock. */
    public interface Work<T> {
        /** Does it. */
        T on(Connection connection) throws SQLException;
    }

    /** How calls are made. */
    public enum Mode {
        /** Each statement is its own transaction. */
        STATEMENTS,
        /** So it is, and few texts are sent over and over: the server is to parse them once. */
        PREPARED_STATEMENTS,
        /** Each call is one transaction. */
        TRANSACTIONS
    }

    /** As the other, with one idle connection and as many retries as the settings say. */
    public PooledDatabase(Dialect dialect, IdConfig config, String url, Mode mode) {
        this(dialect, config, url, mode, 1, Math.toIntExact(config.integer("retries")));
    }

    /**
     * Connects, so that a wrong address or password shows at once.
     *
     * @param config with the keys of {@link JdbcKeys}
     * @param url one database
     * @param idle how many connections stay open when nothing is done
     * @throws io.distid.BackendException if it cannot be reached or refuses
     */
    public PooledDatabase(Dialect dialect, IdConfig config, String url, Mode mode, int idle, int maxRetries) {
        this.dialect = dialect;
        this.timeout = config.duration("timeout");
        this.maxRetries = maxRetries;
        this.errors = new SqlErrors(dialect, config, url);
        this.mode = mode;
        int size = Math.toIntExact(config.integer("pool-size"));
        this.turns = new Semaphore(size, true);
        ConnectionSource direct = ConnectionSource.of(dialect, config, url, mode == Mode.PREPARED_STATEMENTS);
        // The pool tries again and again and reports no more than that time ran out; one attempt reports at once what
        // is wrong.
        try {
            direct.use(connection -> null);
        } catch (SQLException e) {
            direct.close();
            throw errors.translate("connect", e);
        } catch (RuntimeException | Error e) {
            direct.close();
            throw e;
        }
        this.connections = config.has(JdbcKeys.DATA_SOURCE.name())
                ? direct
                : new OwnPool(dialect, config.strategy(), direct, mode != Mode.TRANSACTIONS, size, idle);
    }

    /** A connection beside the calls' turns, to be closed by the caller. */
    public DedicatedConnection keep() {
        return new DedicatedConnection(connections, errors);
    }

    /**
     * Does something on one connection, in one transaction if so opened.
     *
     * <p>After a deadlock or a lock that was waited for in vain it is done again, a bounded number of times and no longer than
     * the time-out; between two tries the thread parks for a random moment. After the answer that the server is read-only, or does not know a statement that was
     * prepared, it is done again once, on a new connection: the address may lead to another server by now.
     *
     * <p>After a link that broke it is not done again: it may have been carried out.
     *
     * @param what in the words of an error message, such as {@code draw an id}
     * @throws io.distid.BackendException if the database does not answer in time, or refuses
     * @throws IdException if the thread is interrupted while it waits
     */
    public <T> T call(String what, Work<T> work) {
        return call(what, work, false);
    }

    /**
     * As {@link #call}, for what can be done twice as well as once: after a link that broke it is done again, too, as often as after a
     * deadlock.
     */
    public <T> T callRepeatable(String what, Work<T> work) {
        return call(what, work, true);
    }

    private <T> T call(String what, Work<T> work, boolean repeatable) {
        long start = System.nanoTime();
        boolean moved = false;
        for (int retry = 0; ; retry++) {
            awaitTurn(what);
            try {
                return connections.use(connection -> committed(connection, work));
            } catch (SQLException e) {
                boolean mayRepeat = dialect.isCollision(e) || repeatable && dialect.isBrokenLink(e);
                boolean again = mayRepeat && retry < maxRetries;
                if (dialect.wantsNewConnection(e)) {
                    again = !moved;
                    moved = true;
                }
                if (!again || System.nanoTime() - start >= timeout.toNanos()) {
                    throw errors.translate(retry == 0 ? what : what + ", tried " + (retry + 1) + " times", e);
                }
            } finally {
                turns.release();
            }
            retries.increment();
            // Nothing is held here: whoever we collided with can go on.
            LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(1_000_000, 5_000_000));
            if (Thread.currentThread().isInterrupted()) {
                throw errors.interrupted(what);
            }
        }
    }

    private <T> T committed(Connection connection, Work<T> work) throws SQLException {
        if (mode == Mode.TRANSACTIONS && connection.getAutoCommit()) {
            connection.setAutoCommit(false);
        }
        T result = work.on(connection);
        if (!connection.getAutoCommit()) {
            connection.commit();
        }
        return result;
    }

    private void awaitTurn(String what) {
        try {
            if (!turns.tryAcquire(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
                throw errors.busy(what, turns.getQueueLength());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw errors.interrupted(what);
        }
    }

    /** How often a call was done again after a deadlock or a lock wait. */
    public long retries() {
        return retries.sum();
    }

    /** The URL, without secrets. */
    @Override
    public String toString() {
        return errors.where();
    }

    @Override
    public void close() {
        connections.close();
    }
}
