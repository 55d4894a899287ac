package io.distid.jdbc;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.logging.Logger;
import javax.sql.DataSource;

/**
 * What a pool opens its connections by.
 *
 * <p>A pool tells it how long a log-in may take. Given a URL instead, HikariCP tells that to {@link java.sql.DriverManager}, which keeps
 * one for all connections of the process: the application's own would fail by our time-out, and one generator's by another's. Here it
 * is not needed, since the connector's properties bound each step of a log-in.
 */
record ConnectorDataSource(ConnectionSource connector) implements DataSource {
    @Override
    public Connection getConnection() throws SQLException {
        return connector.keep();
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        throw new SQLFeatureNotSupportedException("the user is that of the settings");
    }

    @Override
    public void setLoginTimeout(int seconds) {
        // See above.
    }

    /** As long a pool that is closed waits for a log-in that is under way, and for its thread; without one it warns that they did not end. */
    @Override
    public int getLoginTimeout() {
        return Math.toIntExact(connector.timeout().plusMillis(999).toSeconds());
    }

    @Override
    public PrintWriter getLogWriter() throws SQLException {
        throw new SQLFeatureNotSupportedException("there is no log writer");
    }

    @Override
    public void setLogWriter(PrintWriter out) throws SQLException {
        throw new SQLFeatureNotSupportedException("there is no log writer");
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException("there is no logger above this");
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        throw new SQLException("not a wrapper for " + type.getName());
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return false;
    }
}
