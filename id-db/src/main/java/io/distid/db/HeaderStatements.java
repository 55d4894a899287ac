package io.distid.db;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * The statements about the headers of namespaces, each on the connection of its transaction: the rows that {@link WorkerStatements} has the others of.
 *
 * @param table its name
 * @param identity of the server, as an expression
 */
record HeaderStatements(String table, ServerIdentity identity) {
    /** The header, locked by the transaction; null if there is none. */
    LeaseTable.@Nullable Header lock(Connection connection, String namespace) throws SQLException {
        String sql = "SELECT layout, fence, reserved_until, holder FROM " + table
                + " WHERE namespace = ? AND worker_id = ? FOR UPDATE";
        try (PreparedStatement query = WorkerStatements.prepare(connection, sql, namespace, WorkerStatements.HEADER);
                ResultSet row = query.executeQuery()) {
            return row.next()
                    ? new LeaseTable.Header(row.getString(1), row.getLong(2), row.getLong(3), row.getString(4))
                    : null;
        }
    }

    /**
     * Which server the connection leads to. Asked in the call that relies on it: a connection may be another one than that of the call before, and the
     * address, too.
     */
    String server(Connection connection) throws SQLException {
        return identity.of(connection);
    }

    /**
     * Has the header name the server that the connection leads to, with a floor that lies a horizon above the clock, if it names another one. Where it does not, the header, which somebody may
     * have locked, is read alone.
     */
    void noteServer(Connection connection, String namespace, String server, long horizon) throws SQLException {
        String sql = "SELECT holder FROM " + table + " WHERE namespace = ? AND worker_id = ?";
        boolean isAnothers;
        try (PreparedStatement query = WorkerStatements.prepare(connection, sql, namespace, WorkerStatements.HEADER);
                ResultSet row = query.executeQuery()) {
            isAnothers = row.next() && !row.getString(1).equals(server);
        }
        if (isAnothers) {
            WorkerStatements.execute(
                    connection,
                    "UPDATE " + table + " SET reserved_until = GREATEST(reserved_until, " + WorkerTable.NOW
                            + " + ?), holder = ? WHERE namespace = ? AND worker_id = ?",
                    horizon,
                    server,
                    namespace,
                    WorkerStatements.HEADER);
        }
    }

    /** Within a transaction that has locked it. */
    void move(Connection connection, String namespace, LeaseTable.Header to) throws SQLException {
        WorkerStatements.execute(
                connection,
                "UPDATE " + table
                        + " SET fence = ?, reserved_until = ?, holder = ? WHERE namespace = ? AND worker_id = ?",
                to.granted(),
                to.floor(),
                to.server(),
                namespace,
                WorkerStatements.HEADER);
    }

    /** The same in one statement, if the header is as it was read; whether it is. */
    boolean move(Connection connection, String namespace, LeaseTable.Header read, long floor, String server)
            throws SQLException {
        return WorkerStatements.execute(
                        connection,
                        "UPDATE " + table + " SET reserved_until = ?, holder = ? WHERE namespace = ? AND worker_id = ?"
                                + " AND layout = ? AND fence = ? AND reserved_until = ? AND holder = ?",
                        floor,
                        server,
                        namespace,
                        WorkerStatements.HEADER,
                        read.layout(),
                        read.granted(),
                        read.floor(),
                        read.server())
                > 0;
    }
}
