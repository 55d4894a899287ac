package io.distid.db;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** Statements with parameters, and the words that several of them have in common. */
final class SqlStatements {
    /** The server's clock in epoch ms, as the statement began; not through a local time, which an hour in autumn has twice. */
    static final String NOW = "(UNIX_TIMESTAMP() * 1000 + MICROSECOND(NOW(6)) DIV 1000)";

    private SqlStatements() {}

    static int execute(Connection connection, String sql, Object... values) throws SQLException {
        try (PreparedStatement statement = prepare(connection, sql, values)) {
            return statement.executeUpdate();
        }
    }

    /** Of a value that is a list, each element has a parameter. */
    static PreparedStatement prepare(Connection connection, String sql, Object... values) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        bind(statement, values);
        return statement;
    }

    /**
     * What an update answered by {@code LAST_INSERT_ID(expression)}, which the server sends along.
     *
     * @return 0 if it found no row
     */
    static long answered(Connection connection, String sql, Object... values) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(sql, Statement.RETURN_GENERATED_KEYS)) {
            bind(update, values);
            if (update.executeUpdate() == 0) {
                return 0;
            }
            try (ResultSet answer = update.getGeneratedKeys()) {
                long set = answer.next() ? answer.getLong(1) : 0;
                if (set <= 0) {
                    throw new SQLException("the server did not send what it set", "HY000");
                }
                return set;
            }
        }
    }

    static void bind(PreparedStatement statement, Object... values) throws SQLException {
        int parameter = 0;
        for (Object value : values) {
            if (value instanceof List<?> list) {
                for (Object each : list) {
                    statement.setObject(++parameter, each);
                }
            } else {
                statement.setObject(++parameter, value);
            }
        }
    }

    /** That a row has one of so many tokens. */
    static String isOneOf(List<String> tokens) {
        return "token IN (" + parameters(tokens.size()) + ")";
    }

    /** So many parameters. */
    static String parameters(int count) {
        return "?" + ", ?".repeat(count - 1);
    }
}
