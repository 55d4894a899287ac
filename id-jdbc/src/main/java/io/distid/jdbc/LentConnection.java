package io.distid.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

/**
 * A connection of the application's, for one call. It is given back as it was, since not every pool resets what is changed; one that this fails for is ended.
 *
 * @param autoCommit as it was
 * @param networkTimeout as it was, in ms
 */
public record LentConnection(Dialect dialect, Connection connection, boolean autoCommit, int networkTimeout) {

    /** Makes a connection ready. If that fails it is ended, since nobody knows how far it is changed. */
    public static LentConnection of(Dialect dialect, Connection connection, Duration timeout) throws SQLException {
        try {
            LentConnection lent =
                    new LentConnection(dialect, connection, connection.getAutoCommit(), connection.getNetworkTimeout());
            connection.setNetworkTimeout(Runnable::run, Math.toIntExact(timeout.toMillis()));
            setAutoCommit(connection, true);
            dialect.giveLocksUpForNow(connection);
            return lent;
        } catch (SQLException | RuntimeException | Error e) {
            ConnectionSource.abort(connection);
            ConnectionSource.close(connection);
            throw e;
        }
    }

    /** Throws nothing that a driver or a pool throws: whatever was done on it is done, and has not failed because this does. */
    public void giveBack() {
        boolean restored = false;
        try {
            restored = connection.isClosed();
            if (!restored) {
                restore();
                restored = true;
            }
        } catch (SQLException | RuntimeException e) {
            // It is ended instead.
        } finally {
            if (!restored) {
                // Before it is given back: what a pool has again is not ended by its former wrapper.
                ConnectionSource.abort(connection);
            }
            ConnectionSource.close(connection);
        }
    }

    private void restore() throws SQLException {
        if (!connection.getAutoCommit()) {
            connection.rollback();
        }
        dialect.waitForLocksAsBefore(connection);
        setAutoCommit(connection, autoCommit);
        connection.setNetworkTimeout(Runnable::run, networkTimeout);
    }

    /** A driver may ask the server even where nothing changes. */
    private static void setAutoCommit(Connection connection, boolean wanted) throws SQLException {
        if (connection.getAutoCommit() != wanted) {
            connection.setAutoCommit(wanted);
        }
    }
}
