package io.distid.db;

import io.distid.db.Database.Work;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One connection that stays open, for a step that is repeated each second: one round trip, where a pool would test the
 * connection first. Calls take turns. What is done must bear being done twice, since one that broke is made anew, once.
 */
final class KeptConnection implements AutoCloseable {
    private final Connector connector;
    private final SqlErrors errors;
    private final ReentrantLock turn = new ReentrantLock(true);
    private @Nullable Connection connection;
    private boolean closed;

    KeptConnection(Connector connector, SqlErrors errors) {
        this.connector = connector;
        this.errors = errors;
    }

    <T> T call(String what, Work<T> work) {
        try {
            if (!turn.tryLock(connector.timeout().toMillis(), TimeUnit.MILLISECONDS)) {
                throw errors.busy(what, turn.getQueueLength());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw errors.interrupted(what);
        }
        try {
            if (closed) {
                throw new SQLException("the source of worker ids is closed");
            }
            Connection kept = connection;
            if (kept != null) {
                try {
                    return work.on(kept);
                } catch (SQLException e) {
                    if (!isBroken(kept, e)) {
                        throw e;
                    }
                    drop();
                }
            }
            Connection fresh = connector.connect();
            connection = fresh;
            return work.on(fresh);
        } catch (SQLException e) {
            throw errors.translate(what, e);
        } finally {
            turn.unlock();
        }
    }

    @Override
    public void close() {
        turn.lock();
        try {
            closed = true;
            drop();
        } finally {
            turn.unlock();
        }
    }

    private static boolean isBroken(Connection connection, SQLException e) throws SQLException {
        return connection.isClosed()
                || e.getSQLState() != null && e.getSQLState().startsWith("08");
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
