package io.distid.db;

import io.distid.spi.IdConfig;
import java.sql.SQLException;
import java.time.Duration;

/** Where connections to one database come from. Safe for use by any number of threads. */
interface ConnectionSource extends AutoCloseable {

    /**
     * The source that the settings name: the application's pool, or the address.
     *
     * @param url one address; not used where a pool is named
     * @param prepared whether the server is to parse each text once for a connection, which costs one request more; the application's own pool decides that
     *     for itself
     */
    static ConnectionSource of(IdConfig config, String url, boolean prepared) {
        return config.has(MySqlKeys.DATA_SOURCE.name())
                ? SharedConnections.of(config)
                : new Connector(config, url, prepared);
    }

    /**
     * A connection with auto-commit on, unless it is a pool for transactions, which gives a lock up after a second, and an answer up after the time-out.
     *
     * @return to be closed, by any thread
     * @throws SQLException if there is none within the time-out
     */
    TakenConnection take() throws SQLException;

    /** How long a connection, and each answer, may take. */
    Duration timeout();

    /** Whether others need the connections, too, so that none may be kept. */
    boolean isShared();

    /** Parts with what leads to a server that turned out to be read-only: after a switchover the former primary lives on so. */
    void leave(TakenConnection taken);

    /** Gives no more connections. */
    @Override
    void close();
}
