package io.distid.db;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/**
 * How a server is told from others, and from itself before it was started anew: by its id, its host and port, and the second in which it was started. What another one
 * acknowledged, or this one before its start, may be missing. (Two starts within one second are not told apart.)
 *
 * <p>It is only read, and compared by the lease protocol: a statement that had it in a condition would be another one where it is replicated as it was written.
 *
 * @param expression in SQL, of one text without spaces, which must fit its column
 * @param from what the expression reads; it yields one row in any case. It stands in a query's own FROM: SQL firewalls refuse such tables in subqueries
 */
record ServerIdentity(String expression, String from) {
    /** Servers of one replication have ids of their own; MariaDB has no {@code server_uuid}. */
    private static final String PLACE = "@@server_id, '@', REPLACE(LEFT(@@hostname, 150), ' ', '_'), ':', @@port";

    private static final String SINCE_WORD = ",since:";

    /**
     * By the time of the statement both, so that the difference is the same each time, whatever becomes of the clock. Nothing where a server does not tell it, as the one that takes over may not, though
     * the other did.
     */
    private static final String SINCE = ", COALESCE(CONCAT('" + SINCE_WORD
            + "', CAST(UNIX_TIMESTAMP() - MAX(status.VARIABLE_VALUE) AS SIGNED)), '')";

    /** MariaDB's first: it has the other one, too, which is empty unless {@code performance_schema} is on. */
    private static final List<String> STATUS =
            List.of("information_schema.GLOBAL_STATUS", "performance_schema.global_status");

    /** Of a server that does not tell this user when it was started, without that. */
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

    /** The server that a connection leads to. */
    String of(Connection connection) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement("SELECT " + expression + from);
                ResultSet row = query.executeQuery()) {
            row.next();
            return row.getString(1);
        }
    }
}
