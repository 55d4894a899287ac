package io.distid.db;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A statement that moves the server's counter on, once for each row.
 *
 * @param head up to and including {@code VALUES}
 * @param row the text of one row
 * @param name the value of a row's placeholder; null if it has none
 */
record TicketStatement(String head, String row, @Nullable String name) {

    /** The result of one statement: consecutive numbers of the server's series. */
    record Drawn(long first, long increment) {}

    /** Issues one id in one round trip, since the server returns the id with its answer. */
    long one(Connection connection) throws SQLException {
        return MySql.DIALECT.answered(connection, head + row, name == null ? List.of() : name);
    }

    /**
     * Issues several ids by one statement. A second statement asks for the first id, since the answer to a REPLACE of several
     * rows does not have it. It also asks for the increment, since the session's may have changed after a restart.
     *
     * <p>Each named row is replaced once. To purge a version of a row, InnoDB reads all newer versions. So one row with a
     * thousand versions for each statement brought the server to a stop. The rows belong to no name, since a name has no slash;
     * all names of a table share them.
     */
    Drawn several(Connection connection, int rows) throws SQLException {
        StringBuilder sql = new StringBuilder(head);
        for (int i = 1; i <= rows; i++) {
            sql.append(i == 1 ? "" : ", ").append(name == null ? row : "('/" + i + "')");
        }
        // Each number of rows is another text, which the server need not keep.
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
