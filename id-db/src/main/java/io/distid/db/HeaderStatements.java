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
    void noteServer(Connection connection, String namespace, long horizon) throws SQLException {
        Named named = named(connection, namespace);
        if (named.holder() != null && !named.holder().equals(named.server())) {
            WorkerStatements.execute(
                    connection,
                    "UPDATE " + table + " SET reserved_until = GREATEST(reserved_until, " + WorkerTable.NOW
                            + " + ?), holder = ? WHERE namespace = ? AND worker_id = ?",
                    horizon,
                    named.server(),
                    namespace,
                    WorkerStatements.HEADER);
        }
    }

    /** Whether a namespace is on the server that it was read from, with the same floor, which was made there. */
    boolean isStill(Connection connection, String namespace, LeaseTable.Snapshot read) throws SQLException {
        Named named = named(connection, namespace);
        return named.server().equals(read.server())
                && named.server().equals(named.holder())
                && named.floor() == read.header().floor();
    }

    /** The floor; of a header that is gone none, since whoever is granted an id then begins above all bounds. */
    long floor(Connection connection, String namespace) throws SQLException {
        Named named = named(connection, namespace);
        return named.holder() == null ? Long.MIN_VALUE : named.floor();
    }

    /**
     * A server and what the header there says.
     *
     * @param holder whom it names; null if there is none
     */
    private record Named(String server, @Nullable String holder, long floor) {}

    private Named named(Connection connection, String namespace) throws SQLException {
        String sql = "SELECT " + identity.expression() + ", holder, reserved_until FROM (SELECT 1) one LEFT JOIN "
                + table + " ON namespace = ? AND worker_id = ?";
        try (PreparedStatement query = WorkerStatements.prepare(connection, sql, namespace, WorkerStatements.HEADER);
                ResultSet row = query.executeQuery()) {
            row.next();
            return new Named(row.getString(1), row.getString(2), row.getLong(3));
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

    /**
     * The same in one statement, if the header is as it was read: the floor is moved a horizon above the clock. By the clock of that statement, since the primary may have been another one once more
     * between the read and this.
     *
     * @return the floor; null if it is not as it was read
     */
    @Nullable
    Long moveAhead(Connection connection, String namespace, LeaseTable.Header read, long horizon, String server)
            throws SQLException {
        long floor = WorkerStatements.answered(
                connection,
                "UPDATE " + table + " SET reserved_until = LAST_INSERT_ID(GREATEST(reserved_until, " + WorkerTable.NOW
                        + " + ?)), holder = ? WHERE namespace = ? AND worker_id = ?"
                        + " AND layout = ? AND fence = ? AND reserved_until = ? AND holder = ?",
                horizon,
                server,
                namespace,
                WorkerStatements.HEADER,
                read.layout(),
                read.granted(),
                read.floor(),
                read.server());
        return floor == 0 ? null : floor;
    }
}
