package io.distid.jdbc;

import io.distid.spi.IdConfig;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A source of connections to one database. Safe for use by any number of threads. */
public interface ConnectionSource extends AutoCloseable {

    /**
     * The source that the settings name: the application's pool, or the address.
     *
     * @param url one address; not used if a pool is named
     * @param prepared whether the server parses each text once for a connection, which costs one more request; the application's own pool decides that
     *     itself
     */
    static ConnectionSource of(Dialect dialect, IdConfig config, String url, boolean prepared) {
        return config.has(JdbcKeys.DATA_SOURCE.name())
                ? new SharedConnections(dialect, config)
                : new Connector(dialect, config, url, prepared);
    }

    /**
     * Runs work on a connection that waits a second for a lock and the time-out for an answer. A connection is not used again if an answer may be
     * unread on it, or if its server is read-only. Errors while the connection is given back are ignored, since the work is done.
     *
     * @throws SQLException if there is no connection within the time-out, or as the work throws
     */
    <T> T use(PooledDatabase.Work<T> work) throws SQLException;

    /**
     * Returns a connection with auto-commit for the caller alone, who closes it.
     *
     * @return null if other users need all connections, so that none may be kept
     */
    @Nullable
    Connection keep() throws SQLException;

    /** How long opening a connection, and each answer, may take. */
    Duration timeout();

    /** Ends the source: it gives no more connections. */
    @Override
    void close();

    /** Ends a connection, even while a call uses it. */
    static void abort(Connection connection) {
        try {
            connection.abort(Runnable::run);
        } catch (SQLException | RuntimeException e) {
            // The connection is broken already.
        }
    }

    /** Closes a connection, or gives it back. */
    static void close(Connection connection) {
        try {
            connection.close();
        } catch (SQLException | RuntimeException e) {
            // The connection is broken or no longer needed; the server ends the rest of it.
        }
    }
}
