package io.distid.testservers;

import java.sql.Connection;
import java.sql.SQLException;

/** A real server that is asked in SQL: MySQL, MariaDB or PostgreSQL. As safe for use by several threads as every {@link RealServer}. */
public interface SqlServer {
    /**
     * Creates a database under a new name, and a user who may do everything in it and nothing elsewhere.
     *
     * @return the database; on an endpoint it is dropped again when the server is closed
     */
    Database createDatabase();

    /**
     * Returns the URL of a database, which need not exist, with no user in it.
     *
     * @param database its name
     * @return a URL of JDBC
     */
    String jdbcUrl(String database);

    /**
     * Opens a connection as the administrator, to no database or to that of the administrator.
     *
     * @return a connection with auto-commit on
     * @throws SQLException if the server does not answer within 30 s
     */
    Connection connect() throws SQLException;

    /**
     * Opens a connection as the administrator.
     *
     * @param database to be entered
     * @return a connection with auto-commit on
     * @throws SQLException if the server does not answer within 30 s
     */
    Connection connect(String database) throws SQLException;
}
