package io.distid.db;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * How a server is told from others, and from itself before it was started anew: by its id, its host and port, and the second in which it was started. What another one
 * acknowledged, or this one before its start, may be missing. (Two starts within one second are not told apart.)
 *
 * <p>It is only read, and compared by {@link LeaseTable.Snapshot#namesItsServer} and {@link ServerChange}: a statement that had it in a condition would be another one where it is replicated as it was written.
 *
 * @param expression in SQL, of one text, which must fit a holder's name
 */
record ServerIdentity(String expression) {
    /** Servers of one replication have ids of their own; MariaDB has no {@code server_uuid}. */
    private static final String PLACE = "@@server_id, ' at ', LEFT(@@hostname, 150), ':', @@port";

    /** By the time of the statement both, so that the difference is the same each time, whatever becomes of the clock. */
    private static final String SINCE = ", ' since ', CAST(UNIX_TIMESTAMP() - (SELECT s.VARIABLE_VALUE FROM %s s"
            + " WHERE s.VARIABLE_NAME = 'Uptime') AS SIGNED)";

    /** Of a server that does not tell this user when it was started, without that. */
    static ServerIdentity visibleTo(Connection connection) throws SQLException {
        for (String status : new String[] {"performance_schema.global_status", "information_schema.GLOBAL_STATUS"}) {
            ServerIdentity whole = new ServerIdentity("CONCAT(" + PLACE + SINCE.formatted(status) + ")");
            try {
                if (whole.of(connection) != null) {
                    return whole;
                }
            } catch (SQLException e) {
                if (SqlErrors.isBrokenLink(e) || SqlErrors.mayLeaveAnAnswer(e)) {
                    throw e;
                }
            }
        }
        return new ServerIdentity("CONCAT(" + PLACE + ")");
    }

    /** The server that a connection leads to. */
    String of(Connection connection) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement("SELECT " + expression);
                ResultSet row = query.executeQuery()) {
            row.next();
            return row.getString(1);
        }
    }
}
