package io.distid.jdbc;

import io.distid.jdbc.PooledDatabase.Work;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One connection that stays open, for a step that is repeated each second. A pool does not replace it: a pool first tests an idle connection, which costs a
 * second round trip. Callers with less urgent work may also hold all of the pool's connections. Calls take turns.
 *
 * <p>A broken connection is replaced, once, and so is a connection to a server that is now read-only. After {@link #MOST_LIFE} a connection is replaced in any
 * case. The address may lead to another server by then, while the old server lives on.
 *
 * <p>A connection of the application's pool is given back after each call instead.
 */
public final class DedicatedConnection implements AutoCloseable {
    private static final Duration MOST_LIFE = Duration.ofSeconds(60);

    private final ConnectionSource source;
    private final SqlErrors errors;
    private final Dialect dialect;
    private final ReentrantLock turn = new ReentrantLock(true);
    private volatile @Nullable Connection connection;
    private volatile boolean closed;
    private long openedAt;

    /** Creates one over a source, without connecting yet. */
    public DedicatedConnection(ConnectionSource source, SqlErrors errors) {
        this.source = source;
        this.errors = errors;
        this.dialect = errors.dialect();
    }

    /**
     * Runs work that may be done twice, since an answer may be lost.
     *
     * @throws io.distid.BackendException if the database does not answer in time, or refuses, or if the turn does not come in
     *     time
     */
    public <T> T call(String what, Work<T> work) {
        return call(what, work, true);
    }

    /** Runs work that is not repeated if its answer is lost. */
    public <T> T callOnce(String what, Work<T> work) {
        return call(what, work, false);
    }

    private <T> T call(String what, Work<T> work, boolean repeatable) {
        try {
            if (!turn.tryLock(source.timeout().toMillis(), TimeUnit.MILLISECONDS)) {
                throw errors.noTurn(what, turn.getQueueLength());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw errors.interrupted(what);
        }
        try {
            return onKept(work, repeatable);
        } catch (SQLException e) {
            throw errors.translate(what, e);
        } finally {
            try {
                if (closed) {
                    drop();
                }
            } finally {
                turn.unlock();
            }
        }
    }

    private <T> T onKept(Work<T> work, boolean repeatable) throws SQLException {
        Connection kept = connection;
        boolean fresh = kept == null || System.nanoTime() - openedAt >= MOST_LIFE.toNanos();
        if (fresh) {
            drop();
            kept = connect();
        }
        if (kept == null) {
            return source.use(work);
        }
        try {
            return work.on(kept);
        } catch (SQLException | RuntimeException | Error e) {
            boolean left = e instanceof SQLException sql
                    && (kept.isClosed() || dialect.isBrokenLink(sql) || dialect.isReadOnly(sql));
            if (left || dialect.mayLeaveAnAnswer(e)) {
                ConnectionSource.abort(kept);
                drop();
            }
            if (fresh || !left || !repeatable) {
                throw e;
            }
        }
        return onKept(work, false);
    }

    /** Ends a running call, too, since its server may stand still. */
    @Override
    public void close() {
        closed = true;
        Connection used = connection;
        if (turn.tryLock()) {
            try {
                drop();
            } finally {
                turn.unlock();
            }
        } else if (used != null) {
            ConnectionSource.abort(used);
        }
    }

    /** Connects; null if no connection may be kept. */
    private @Nullable Connection connect() throws SQLException {
        requireOpen();
        Connection fresh = source.keep();
        connection = fresh;
        openedAt = System.nanoTime();
        // A close during the connecting found no connection to abort.
        requireOpen();
        return fresh;
    }

    private void requireOpen() throws SQLException {
        if (closed) {
            throw new SQLException("the generator or store that used this connection is closed");
        }
    }

    private void drop() {
        Connection old = connection;
        connection = null;
        if (old != null) {
            ConnectionSource.close(old);
        }
    }
}
