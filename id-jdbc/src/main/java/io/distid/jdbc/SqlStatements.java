package io.distid.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

/** Statements with parameters, and the words that several of them have in common. */
public final class SqlStatements {
    private SqlStatements() {}

    /** Carries out a statement; tells how many rows it changed. */
    public static int execute(Connection connection, String sql, Object... values) throws SQLException {
        try (PreparedStatement statement = prepare(connection, sql, values)) {
            return statement.executeUpdate();
        }
    }

    /** Of a value that is a list, each element has a parameter. */
    public static PreparedStatement prepare(Connection connection, String sql, Object... values) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        bind(statement, values);
        return statement;
    }

    /** Sets the parameters; of a value that is a list, each element has one. */
    public static void bind(PreparedStatement statement, Object... values) throws SQLException {
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
    public static String isOneOf(List<String> tokens) {
        return "token IN (" + parameters(tokens.size()) + ")";
    }

    /** So many parameters. */
    public static String parameters(int count) {
        return "?" + ", ?".repeat(count - 1);
    }
}
