package io.distid.jdbc;

import io.distid.spi.IdConfig;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Where connections to one database come from. Safe for use by any number of threads. */
public interface ConnectionSource extends AutoCloseable {

    /**
     * The source that the settings name: the application's pool, or the address.
     *
     * @param url one address; not used where a pool is named
     * @param prepared whether the server is to parse each text once for a connection, which costs one request more; the application's own pool decides that
     *     for itself
     */
    static ConnectionSource of(Dialect dialect, IdConfig config, String url, boolean prepared) {
        return config.has(JdbcKeys.DATA_SOURCE.name())
                ? new SharedConnections(dialect, config)
                : new Connector(dialect, config, url, prepared);
    }

    /**
     * Does something on a connection that gives a lock up after a second, and an answer up after the time-out. A connection on which an answer may be
     * unread, or whose server is read-only, is not used again. What giving it back throws is passed over: what was done is done.
     *
     * @throws SQLException if there is no connection within the time-out, or as the work throws
     */
    <T> T use(PooledDatabase.Work<T> work) throws SQLException;

    /**
     * A connection with auto-commit on for the caller alone, who closes it.
     *
     * @return null if others need them all, so that none may be kept
     */
    @Nullable
    Connection keep() throws SQLException;

    /** How long a connection, and each answer, may take. */
    Duration timeout();

    /** Gives no more connections. */
    @Override
    void close();

    /** Ends a connection, whatever is done on it. */
    static void abort(Connection connection) {
        try {
            connection.abort(Runnable::run);
        } catch (SQLException | RuntimeException e) {
            // It is broken already.
        }
    }

    /** Closes a connection, or gives it back. */
    static void close(Connection connection) {
        try {
            connection.close();
        } catch (SQLException | RuntimeException e) {
            // It is broken or not needed any more; the server ends what is left of it.
        }
    }
}
