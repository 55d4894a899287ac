package io.distid.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

/** Statements with parameters, and parts that several statements share. */
public final class SqlStatements {
    private SqlStatements() {}

    /** Carries out a statement; returns how many rows it changed. */
    public static int execute(Connection connection, String sql, Object... values) throws SQLException {
        try (PreparedStatement statement = prepare(connection, sql, values)) {
            return statement.executeUpdate();
        }
    }

    /** Prepares a statement; each element of a list has its own parameter. */
    public static PreparedStatement prepare(Connection connection, String sql, Object... values) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        bind(statement, values);
        return statement;
    }

    /** Sets the parameters; each element of a list has its own parameter. */
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

    /** The condition that a row has one of several tokens. */
    public static String isOneOf(List<String> tokens) {
        return "token IN (" + parameters(tokens.size()) + ")";
    }

    /** A list of parameters. */
    public static String parameters(int count) {
        return "?" + ", ?".repeat(count - 1);
    }
}
