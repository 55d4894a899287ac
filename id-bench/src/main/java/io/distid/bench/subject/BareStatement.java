package io.distid.bench.subject;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;

/** A statement that draws an id, prepared once on a connection of its own. For use by one thread. */
final class BareStatement implements AutoCloseable {
    private final Connection connection;
    private final PreparedStatement statement;

    BareStatement(String sql, Map<String, String> settings) {
        try {
            connection =
                    DriverManager.getConnection(settings.get("url"), settings.get("user"), settings.get("password"));
            statement = connection.prepareStatement(sql, Statement.RETURN_GENERATED_KEYS);
        } catch (SQLException e) {
            throw new IllegalStateException("no statement could be prepared: " + e.getMessage(), e);
        }
    }

    /** The number that the server sends with its answer. */
    long draw() {
        try {
            statement.executeUpdate();
            try (ResultSet keys = statement.getGeneratedKeys()) {
                keys.next();
                return keys.getLong(1);
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
