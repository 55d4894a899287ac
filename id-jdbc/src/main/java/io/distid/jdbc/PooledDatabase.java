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
 * One database, behind a small pool of its own, unless the settings name the application's pool.
 *
 * <p>In the application's pool a call may wait behind the very transactions that wait for its ids. There, too, each call is limited. It waits at most the time-out for its turn, for a connection, and for each
 * answer. It waits at most a second for a lock, so that the server stops before the socket times out. Turns are first come, first served. With the pool alone, some threads would starve while others get one
 * connection after the other.
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

    /** Work on a connection; it may be repeated from the start after a deadlock. */
    public interface Work<T> {
        /** Does the work. */
        T on(Connection connection) throws SQLException;
    }

    /** How calls are made. */
    public enum Mode {
        /** Each statement is its own transaction. */
        STATEMENTS,
        /**
         * Each statement is its own transaction, and few texts are sent again and again, so the server parses them
         * once.
         */
        PREPARED_STATEMENTS,
        /** Each call is one transaction. */
        TRANSACTIONS
    }

    /** As the other constructor, with one idle connection and the retries of the settings. */
    public PooledDatabase(Dialect dialect, IdConfig config, String url, Mode mode) {
        this(dialect, config, url, mode, 1, Math.toIntExact(config.integer("retries")));
    }

    /**
     * Connects, so that a wrong address or password is reported at once.
     *
     * @param config with the keys of {@link JdbcKeys}
     * @param url one database
     * @param idle how many connections stay open while they are idle
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
        // The pool would try until the time-out, and report only that. A single attempt reports the reason at once.
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

    /** Returns a connection outside of the turns, for the caller to close. */
    public DedicatedConnection keep() {
        return new DedicatedConnection(connections, errors);
    }

    /**
     * Runs work on one connection, in one transaction if the mode says so.
     *
     * <p>After a deadlock or a lock time-out the work is repeated, a limited number of times and for no longer than the time-out. Between two attempts the
     * thread waits for a random time. If the server is read-only, or does not know a prepared statement, the work is repeated once on a new connection. The
     * address may lead to another server by now.
     *
     * <p>After a broken link the work is not repeated, since it may have been carried out.
     *
     * @param what the words for an error message, such as {@code draw an id}
     * @throws io.distid.BackendException if the database does not answer in time, or refuses
     * @throws IdException if the thread is interrupted while it waits
     */
    public <T> T call(String what, Work<T> work) {
        return call(what, work, false);
    }

    /**
     * As {@link #call}, for work that may be done twice. It is also repeated after a broken link, as often as after a deadlock.
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
            // No lock is held here, so the other session can go on.
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

    /** How often a call was repeated after a deadlock or a lock time-out. */
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
