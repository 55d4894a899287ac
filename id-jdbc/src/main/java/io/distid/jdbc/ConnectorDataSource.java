package io.distid.jdbc;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.logging.Logger;
import javax.sql.DataSource;

/**
 * The source of a pool's connections.
 *
 * <p>A pool sets the time-out of log-ins here. With a URL, HikariCP would set it in {@link java.sql.DriverManager}, which has one value
 * for the whole process. Then distid's time-out would fail log-ins of the application, or of other generators. The value is not needed
 * here, since the connector's properties limit each step of a log-in.
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
        // Ignored, see the class.
    }

    /** How long a closing pool waits for a running log-in and its thread. Without a value it warns that they did not end. */
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
