package io.distid.db;

import io.distid.db.Database.Work;
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
 */
final class DedicatedConnection implements AutoCloseable {
    private static final Duration MOST_LIFE = Duration.ofSeconds(60);

    private final Connector connector;
    private final SqlErrors errors;
    private final ReentrantLock turn = new ReentrantLock(true);
    private volatile @Nullable Connection connection;
    private volatile boolean closed;
    private long openedAt;

    DedicatedConnection(Connector connector, SqlErrors errors) {
        this.connector = connector;
        this.errors = errors;
    }

    /** Does something that bears being done twice, since an answer may be lost. */
    <T> T call(String what, Work<T> work) {
        return call(what, work, true);
    }

    /** Does something that is not repeated if its answer is lost. */
    <T> T callOnce(String what, Work<T> work) {
        return call(what, work, false);
    }

    private <T> T call(String what, Work<T> work, boolean repeatable) {
        try {
            if (!turn.tryLock(connector.timeout().toMillis(), TimeUnit.MILLISECONDS)) {
                throw errors.busy(what, turn.getQueueLength());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw errors.interrupted(what);
        }
        try {
            Connection kept = connection;
            if (kept != null && System.nanoTime() - openedAt < MOST_LIFE.toNanos()) {
                try {
                    return work.on(kept);
                } catch (SQLException e) {
                    if (!isUseless(kept, e)) {
                        throw e;
                    }
                    if (!repeatable) {
                        drop();
                        throw e;
                    }
                }
            }
            drop();
            return work.on(connect());
        } catch (SQLException e) {
            throw errors.translate(what, e);
        } finally {
            if (closed) {
                drop();
            }
            turn.unlock();
        }
    }

    /** Ends a call that is under way: its server may stand still. */
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
            try {
                used.abort(Runnable::run);
            } catch (SQLException e) {
                // It is broken already.
            }
        }
    }

    private Connection connect() throws SQLException {
        requireOpen();
        Connection fresh = connector.connect();
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

    private void drop() {
        Connection old = connection;
        connection = null;
        if (old != null) {
            try {
                old.close();
            } catch (SQLException e) {
                // It is broken or not needed any more; the server ends what is left of it.
            }
        }
    }
}
