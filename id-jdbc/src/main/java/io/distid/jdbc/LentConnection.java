package io.distid.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

/**
 * A connection of the application's pool, for one call. Its state is restored before it is given back, since not every pool does so. If that fails, the
 * connection is ended.
 *
 * @param autoCommit the setting to restore
 * @param networkTimeout the time-out to restore, in ms
 */
public record LentConnection(Dialect dialect, Connection connection, boolean autoCommit, int networkTimeout) {

    /** Prepares a connection. If that fails, the connection is ended, since its state is unknown. */
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

    /** Restores the connection and gives it back. Ignores errors of drivers and pools: the work on it has not failed. */
    public void giveBack() {
        boolean restored = false;
        try {
            restored = connection.isClosed();
            if (!restored) {
                restore();
                restored = true;
            }
        } catch (SQLException | RuntimeException e) {
            // The connection is ended instead.
        } finally {
            if (!restored) {
                // Ended before it is given back, since a wrapper cannot end a connection that its pool has again.
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

    /** Sets the mode only if it changes, since a driver may ask the server in any case. */
    private static void setAutoCommit(Connection connection, boolean wanted) throws SQLException {
        if (connection.getAutoCommit() != wanted) {
            connection.setAutoCommit(wanted);
        }
    }
}
