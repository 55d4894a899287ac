package io.distid.db;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/**
 * Identifies a server in one of its lives: by its id, its host and port, and the second of its start. Writes that another server acknowledged, or this server before
 * its start, may be missing. Two starts within one second look the same.
 *
 * <p>Statements only read the identity, and the lease protocol compares it. In a condition it would have another value on a replica, if statements are replicated as
 * text.
 *
 * @param expression an SQL expression for a text without spaces, which must fit its column
 * @param from the FROM clause that the expression reads; it always yields one row. It must be the outer FROM of a query, since SQL firewalls refuse such tables in
 *     subqueries
 */
record ServerIdentity(String expression, String from) {
    /** Servers of one replication have ids of their own; MariaDB has no {@code server_uuid}. */
    private static final String PLACE = "@@server_id, '@', REPLACE(LEFT(@@hostname, 150), ' ', '_'), ':', @@port";

    private static final String SINCE_WORD = ",since:";

    /**
     * Both figures are of the statement's time, so the difference stays the same, whatever the clock does. It is empty if a server does not say it; a successor may not say it although its predecessor
     * did.
     */
    private static final String SINCE = ", COALESCE(CONCAT('" + SINCE_WORD
            + "', CAST(UNIX_TIMESTAMP() - MAX(status.VARIABLE_VALUE) AS SIGNED)), '')";

    /**
     * MariaDB's table comes first. MariaDB has the other table, too, but that is empty unless
     * {@code performance_schema} is on.
     */
    private static final List<String> STATUS =
            List.of("information_schema.GLOBAL_STATUS", "performance_schema.global_status");

    /** Returns the identity that a user can read; without the start if the server hides that from the user. */
    static ServerIdentity visibleTo(Connection connection) throws SQLException {
        for (String status : STATUS) {
            ServerIdentity whole = new ServerIdentity(
                    "CONCAT(" + PLACE + SINCE + ")",
                    " FROM " + status + " status WHERE status.VARIABLE_NAME = 'Uptime'");
            try {
                if (whole.of(connection).contains(SINCE_WORD)) {
                    return whole;
                }
            } catch (SQLException e) {
                if (MySql.DIALECT.isBrokenLink(e) || MySql.DIALECT.mayLeaveAnAnswer(e)) {
                    throw e;
                }
            }
        }
        return new ServerIdentity("CONCAT(" + PLACE + ")", "");
    }

    /** Reads the identity of a connection's server. */
    String of(Connection connection) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement("SELECT " + expression + from);
                ResultSet row = query.executeQuery()) {
            row.next();
            return row.getString(1);
        }
    }
}
