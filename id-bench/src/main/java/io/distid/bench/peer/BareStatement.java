package io.distid.bench.peer;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Properties;

/**
 * A statement that gets an id, prepared once on its own connection. The connection has time-outs, as any client that
 * must not hang. They matter: with a time-out the driver waits for an answer by other system calls. For use by one
 * thread.
 */
final class BareStatement implements AutoCloseable {
    private static final String TIMEOUT_MILLIS = "5000";

    private final Connection connection;
    private final PreparedStatement statement;

    BareStatement(String sql, Map<String, String> settings) {
        Properties properties = new Properties();
        properties.setProperty("user", settings.get("user"));
        properties.setProperty("password", settings.get("password"));
        // Prepared at the server, as distid's statements are.
        properties.setProperty("useServerPrepStmts", "true");
        properties.setProperty("connectTimeout", TIMEOUT_MILLIS);
        properties.setProperty("socketTimeout", TIMEOUT_MILLIS);
        try {
            connection = DriverManager.getConnection(settings.get("url"), properties);
        } catch (SQLException e) {
            throw new IllegalStateException("no connection for " + sql + ": " + e.getMessage(), e);
        }
        statement = prepare(sql);
    }

    private BareStatement(String sql, Connection connection) {
        this.connection = connection;
        statement = prepare(sql);
    }

    private PreparedStatement prepare(String sql) {
        try {
            return connection.prepareStatement(sql, Statement.RETURN_GENERATED_KEYS);
        } catch (SQLException e) {
            throw new IllegalStateException("no statement could be prepared: " + e.getMessage(), e);
        }
    }

    /** Another statement of the same connection, which is closed with this one. */
    BareStatement beside(String sql) {
        return new BareStatement(sql, connection);
    }

    /** The number that the server sends with its answer. */
    long draw() {
        return draw(ResultSet::getLong);
    }

    /** How an answer is read: {@code column}: from 1. */
    @FunctionalInterface
    interface Reading<T> {
        T read(ResultSet row, int column) throws SQLException;
    }

    /** What the server sends with its answer. */
    synchronized <T> T draw(Reading<T> reading) {
        try {
            boolean asked = statement.execute();
            try (ResultSet answer = asked ? statement.getResultSet() : statement.getGeneratedKeys()) {
                answer.next();
                return reading.read(answer, 1);
            }
        } catch (SQLException e) {
            throw new IllegalStateException("the statement failed: " + e.getMessage(), e);
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
