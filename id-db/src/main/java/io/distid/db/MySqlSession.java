package io.distid.db;

import io.distid.spi.IdConfig;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** What distid needs of a session of MySQL or MariaDB. */
final class MySqlSession {
    /** The server gives a lock up before the socket does, so that the connection is still good. */
    private static final String LOCK_WAIT = "SESSION innodb_lock_wait_timeout = ";

    private MySqlSession() {}

    static void giveLocksUp(Connection connection) throws SQLException {
        execute(connection, "SET " + LOCK_WAIT + "1");
    }

    /** The same, on a connection that is given back as it was. */
    static void giveLocksUpForNow(Connection connection) throws SQLException {
        execute(connection, "SET @distid_lock_wait = @@SESSION.innodb_lock_wait_timeout, " + LOCK_WAIT + "1");
    }

    static void waitForLocksAsBefore(Connection connection) throws SQLException {
        execute(connection, "SET " + LOCK_WAIT + "@distid_lock_wait");
    }

    /**
     * Refuses an application's data source on which ids could repeat, or cannot be drawn. What of the driver the statements rest on is not the same in
     * others, such as what an UPDATE answers.
     */
    static void requireFit(IdConfig config, Connection connection) throws SQLException {
        String driver = String.valueOf(connection.getMetaData().getDriverName());
        if (!driver.startsWith("MySQL")) {
            throw invalid(
                    config,
                    "a DataSource of MySQL's driver (com.mysql:mysql-connector-j, which serves MariaDB, too), not of \""
                            + driver + "\"");
        }
        // Several servers that answer in turn count by themselves. What follows may be a password.
        if (!String.valueOf(connection.getMetaData().getURL()).startsWith("jdbc:mysql://")) {
            throw invalid(config, "a DataSource whose URL begins with jdbc:mysql://");
        }
        if (connection.isReadOnly()) {
            throw invalid(config, "a DataSource whose connections may write, and these are set to be read-only");
        }
        if (connection.getTransactionIsolation() < Connection.TRANSACTION_READ_COMMITTED) {
            throw invalid(
                    config,
                    "a DataSource whose connections read only what is committed, and these have isolation READ UNCOMMITTED");
        }
    }

    private static RuntimeException invalid(IdConfig config, String allowed) {
        return config.invalid(MySqlKeys.DATA_SOURCE.name(), allowed);
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
