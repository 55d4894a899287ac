package io.distid.db;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/**
 * A statement that makes the server count on, once for each row.
 *
 * @param head up to and including {@code VALUES}
 * @param row one row
 * @param name what the one placeholder of a row stands for, or null if it has none
 */
record TicketStatement(String head, String row, @Nullable String name) {

    /** What one statement drew: consecutive numbers of the server's series. */
    record Drawn(long first, long increment) {}

    /** One id; the server returns it with its answer, so that this is one round trip. */
    long one(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(head + row, Statement.RETURN_GENERATED_KEYS)) {
            if (name != null) {
                statement.setString(1, name);
            }
            statement.executeUpdate();
            try (ResultSet keys = statement.getGeneratedKeys()) {
                if (!keys.next()) {
                    throw new SQLException("the server made no id for a row", "HY000");
                }
                return keys.getLong(1);
            }
        }
    }

    /**
     * Several ids by one statement, and one more to ask for the first of them: with its answer to a REPLACE of several rows the
     * server does not return it. The increment is asked for too, since the session's may be another after a restart.
     *
     * <p>Named rows are replaced once each, not one of them over and over: to purge a version of a row, InnoDB looks through all
     * newer ones, and one row that got a thousand with each statement brought the server to a stand. No name may have a slash,
     * so these rows are nobody's; all names of a table use the same ones.
     */
    Drawn several(Connection connection, int rows) throws SQLException {
        StringBuilder sql = new StringBuilder(head);
        for (int i = 1; i <= rows; i++) {
            sql.append(i == 1 ? "" : ", ").append(name == null ? row : "('/" + i + "')");
        }
        // Each number of rows is a text of its own, which the server need not keep.
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate(sql.toString());
            try (ResultSet answer =
                    statement.executeQuery("SELECT LAST_INSERT_ID(), @@session.auto_increment_increment")) {
                answer.next();
                return new Drawn(answer.getLong(1), answer.getLong(2));
            }
        }
    }
}
