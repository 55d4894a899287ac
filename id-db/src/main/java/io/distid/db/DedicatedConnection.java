package io.distid.db;

import io.distid.db.PooledDatabase.Work;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One connection that stays open, for a step that is repeated each second: one round trip, where a pool would test the
 * connection first. Calls take turns. One that broke is made anew, once.
 *
 * <p>It is also made anew if its server turns out to be read-only, and after {@link #MOST_LIFE} in any case: the address may lead
 * to another server by then, and the one that was left may live on.
 *
 * <p>One of the application's pool is given back after each call instead.
 */
final class DedicatedConnection implements AutoCloseable {
    private static final Duration MOST_LIFE = Duration.ofSeconds(60);

    private final ConnectionSource source;
    private final SqlErrors errors;
    private final ReentrantLock turn = new ReentrantLock(true);
    private volatile @Nullable TakenConnection connection;
    private volatile boolean closed;
    private long openedAt;

    DedicatedConnection(ConnectionSource source, SqlErrors errors) {
        this.source = source;
        this.errors = errors;
    }

    /**
     * Does something that bears being done twice, since an answer may be lost.
     *
     * @throws io.distid.BackendException if the database does not answer in time, or refuses, or the turn does not come in time
     */
    <T> T call(String what, Work<T> work) {
        return call(what, work, true);
    }

    /** Does something that is not repeated if its answer is lost. */
    <T> T callOnce(String what, Work<T> work) {
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
            TakenConnection kept = connection;
            if (kept != null && System.nanoTime() - openedAt < MOST_LIFE.toNanos()) {
                try {
                    return kept.call(work);
                } catch (SQLException e) {
                    if (!isUseless(kept.connection(), e)) {
                        throw e;
                    }
                    if (!repeatable) {
                        drop();
                        throw e;
                    }
                }
            }
            drop();
            return firstCall(work);
        } catch (SQLException e) {
            throw errors.translate(what, e);
        } finally {
            try {
                if (closed || source.isShared() || isDiscarded()) {
                    drop();
                }
            } finally {
                turn.unlock();
            }
        }
    }

    /** Ends a call that is under way: its server may stand still. */
    @Override
    public void close() {
        closed = true;
        TakenConnection used = connection;
        if (turn.tryLock()) {
            try {
                drop();
            } finally {
                turn.unlock();
            }
        } else if (used != null) {
            used.abort();
        }
    }

    private <T> T firstCall(Work<T> work) throws SQLException {
        TakenConnection fresh = connect();
        try {
            return fresh.call(work);
        } catch (SQLException e) {
            if (SqlErrors.isReadOnly(e)) {
                source.leave(fresh);
            }
            throw e;
        }
    }

    private TakenConnection connect() throws SQLException {
        requireOpen();
        TakenConnection fresh = source.take();
        connection = fresh;
        openedAt = System.nanoTime();
        // It may have been closed while it connected, and found nothing to abort.
        requireOpen();
        return fresh;
    }

    private void requireOpen() throws SQLException {
        if (closed) {
            throw new SQLException("what it was for is closed");
        }
    }

    private static boolean isUseless(Connection connection, SQLException e) throws SQLException {
        return connection.isClosed() || SqlErrors.isBrokenLink(e) || SqlErrors.isReadOnly(e);
    }

    private boolean isDiscarded() {
        TakenConnection kept = connection;
        return kept != null && kept.isDiscarded();
    }

    private void drop() {
        TakenConnection old = connection;
        connection = null;
        if (old != null) {
            old.close();
        }
    }
}
