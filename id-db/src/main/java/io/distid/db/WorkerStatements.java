package io.distid.db;

import io.distid.worker.WorkerRequest;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The statements that the transactions of a {@link WorkerTable} are made of, each on the connection of its transaction.
 *
 * @param table its name
 * @param identity of the server, as an expression
 */
record WorkerStatements(String table, ServerIdentity identity) {
    static final int HEADER = -1;

    static final String FIELDS = "worker_id, layout, holder, token, fence, reserved_until, expires_at";
    /** That the lease of a row that is to be renewed is not over. */
    static final String UNTIL_OVER = " AND row_of.expires_at > " + WorkerTable.NOW;

    private static final int SERVER_COLUMN = 10;
    private static final int MOST_CHARACTERS = 255;

    /** That a sum does not fit its column. */
    private static final int OUT_OF_RANGE = 1690;

    /** A row of a derived table. The types are told, since the server would take a parameter's for text, and no key fits that. */
    private static final String ASKED =
            "SELECT CAST(? AS SIGNED) id, CAST(? AS SIGNED) fence, CAST(? AS BINARY) token_1,"
                    + " CAST(? AS BINARY) token_2, CAST(? AS BINARY) token_next, CAST(? AS SIGNED) confirmed,"
                    + " CAST(? AS SIGNED) target, CAST(? AS SIGNED) term, CAST(? AS SIGNED) horizon";

    /** How many tokens a row of the derived table has. */
    private static final int TOKENS = 2;

    /** How many rows of the derived table a renewal takes in {@link #renew}. */
    static int members(LeaseTable.Renewal renewal) {
        return (renewal.tokens().known().size() + TOKENS - 1) / TOKENS;
    }

    /** The ids of a namespace that have a row, and of which layouts they are. */
    record Rows(Set<Integer> ids, Set<String> layouts, long now) {}

    /** Sees all that was committed before, as the first plain read of its transaction. */
    Rows rows(Connection connection, String namespace) throws SQLException {
        String sql = "SELECT " + WorkerTable.NOW + ", worker_id, layout FROM (SELECT 1) one LEFT JOIN " + table
                + " ON namespace = ? AND worker_id > ?";
        try (PreparedStatement query = prepare(connection, sql, namespace, HEADER);
                ResultSet row = query.executeQuery()) {
            Set<Integer> ids = new HashSet<>();
            Set<String> layouts = new HashSet<>();
            long now = 0;
            while (row.next()) {
                now = row.getLong(1);
                int id = row.getInt(2);
                if (!row.wasNull()) {
                    ids.add(id);
                    layouts.add(row.getString(3));
                }
            }
            return new Rows(ids, layouts, now);
        }
    }

    static long now(Connection connection) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement("SELECT " + WorkerTable.NOW);
                ResultSet row = query.executeQuery()) {
            row.next();
            return row.getLong(1);
        }
    }

    /** Selects what {@link #snapshot} reads, of one namespace; the outer join yields the server and its time even if there is no row. */
    String selectRows() {
        return "SELECT " + SqlErrors.WRITABLE + ", " + WorkerTable.NOW + ", " + FIELDS + ", " + identity.expression()
                + " FROM (SELECT 1) one LEFT JOIN " + table + " ON namespace = ?";
    }

    /**
     * Moves rows of one namespace, each if it is held as its renewal says. The rows are looked up by their primary key, one after the other, so that no
     * other is locked; strings are compared as bytes, whatever collations the server and the table have.
     *
     * @param condition on each row besides: {@link #UNTIL_OVER}, or none
     * @return how many were moved
     */
    int renew(Connection connection, List<LeaseTable.Renewal> renewals, String condition) throws SQLException {
        List<String> asked = new ArrayList<>();
        List<Object> values = new ArrayList<>();
        for (LeaseTable.Renewal renewal : renewals) {
            List<String> tokens = renewal.tokens().known();
            // Two tokens at a time: it has more only while answers are missing.
            for (int i = 0; i < tokens.size(); i += TOKENS) {
                asked.add(ASKED);
                values.addAll(List.of(
                        renewal.held().id(),
                        renewal.held().fence(),
                        tokens.get(i),
                        tokens.get(Math.min(i + 1, tokens.size() - 1)),
                        renewal.tokens().next(),
                        renewal.confirmed(),
                        renewal.target(),
                        renewal.term(),
                        renewal.horizon()));
            }
        }
        values.add(renewals.get(0).held().namespace());
        String sql = "UPDATE (" + String.join(" UNION ALL ", asked) + ") asked STRAIGHT_JOIN " + table + " row_of"
                + " ON row_of.namespace = ? AND row_of.worker_id = asked.id AND row_of.fence = asked.fence"
                + " AND (row_of.token = asked.token_1 OR row_of.token = asked.token_2)"
                + " AND row_of.reserved_until >= asked.confirmed AND asked.target <= " + WorkerTable.NOW
                + " + asked.horizon" + condition
                + " SET row_of.reserved_until = GREATEST(row_of.reserved_until, asked.target), row_of.expires_at = "
                + WorkerTable.NOW + " + asked.term, row_of.token = asked.token_next";
        return execute(connection, sql, values.toArray());
    }

    /** How the rows of several renewals of one namespace stand. */
    Map<LeaseTable.Renewal, LeaseTable.Standing> standings(Connection connection, List<LeaseTable.Renewal> renewals)
            throws SQLException {
        List<Integer> ids =
                renewals.stream().map(renewal -> renewal.held().id()).toList();
        String sql = selectRows() + " AND worker_id IN (?" + ", ?".repeat(ids.size() - 1) + ")";
        String namespace = renewals.get(0).held().namespace();
        try (PreparedStatement query = prepare(connection, sql, namespace, ids);
                ResultSet answer = query.executeQuery()) {
            LeaseTable.Snapshot found = snapshot(answer);
            Map<LeaseTable.Renewal, LeaseTable.Standing> standings = new HashMap<>();
            renewals.forEach(renewal -> standings.put(
                    renewal,
                    new LeaseTable.Standing(found.rows().get(renewal.held().id()), found.now())));
            return standings;
        }
    }

    /**
     * Makes a row and counts it in the header, if that is as it was read. One statement, which is done as a whole or not at all, so that there is no commit to wait for: the
     * header is locked, and its row and the new one are inserted, the first of which is there already and counts up. A row that is there
     * against all expectation cannot count up that far, which undoes the statement.
     *
     * @return whether both were done
     */
    boolean insertUnused(
            Connection connection,
            WorkerRequest request,
            int id,
            LeaseTable.Snapshot read,
            String token,
            long reservedUntil,
            long horizon)
            throws SQLException {
        String sql = "INSERT INTO " + table + " (namespace, " + FIELDS + ")"
                + " SELECT `the header`.namespace, made.id, `the header`.layout, ?, ?, ?, ?, " + WorkerTable.NOW
                + " + ?"
                + " FROM " + table + " `the header` JOIN (SELECT " + HEADER
                + " id UNION ALL SELECT CAST(? AS SIGNED)) made"
                + " WHERE `the header`.namespace = ? AND `the header`.worker_id = " + HEADER
                + " AND `the header`.layout = ?"
                + " AND `the header`.fence = ? AND `the header`.reserved_until = ? AND `the header`.holder = ?"
                + " AND ? <= " + WorkerTable.NOW + " + ?"
                + " FOR UPDATE ON DUPLICATE KEY UPDATE " + table + ".fence = " + table + ".fence + IF(" + table
                + ".worker_id = " + HEADER + ", 1, " + Long.MAX_VALUE + ")";
        // The alias is none that a table can be given, so that what is counted up is the table's.
        try {
            return execute(
                            connection,
                            sql,
                            cut(request.holder()),
                            token,
                            read.now(),
                            reservedUntil,
                            request.reservation().toMillis(),
                            id,
                            request.namespace(),
                            request.fingerprint(),
                            read.header().granted(),
                            read.header().floor(),
                            read.header().server(),
                            reservedUntil,
                            horizon)
                    > 0;
        } catch (SQLException e) {
            if (e.getErrorCode() == OUT_OF_RANGE) {
                return false;
            }
            throw e;
        }
    }

    int insert(
            Connection connection,
            String namespace,
            int id,
            String layout,
            String holder,
            String token,
            long fence,
            long reservedUntil,
            long expiresAt)
            throws SQLException {
        String sql = "INSERT INTO " + table + " (namespace, " + FIELDS + ") VALUES (?, ?, ?, ?, ?, ?, ?, ?)";
        try {
            return execute(connection, sql, namespace, id, layout, cut(holder), token, fence, reservedUntil, expiresAt);
        } catch (SQLException e) {
            if (SqlErrors.isDuplicate(e)) {
                return 0;
            }
            throw e;
        }
    }

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

    private static void bind(PreparedStatement statement, Object... values) throws SQLException {
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

    /** A condition on namespace, worker id, fence, the tokens and the confirmed bound. */
    static String isHeld(List<String> tokens) {
        return " WHERE namespace = ? AND worker_id = ? AND fence = ? AND " + isOneOf(tokens)
                + " AND reserved_until >= ?";
    }

    static String isOneOf(List<String> tokens) {
        return "token IN (?" + ", ?".repeat(tokens.size() - 1) + ")";
    }

    static LeaseTable.Snapshot snapshot(ResultSet answer) throws SQLException {
        LeaseTable.Header header = null;
        Map<Integer, LeaseTable.Row> rows = new HashMap<>();
        long now = 0;
        String server = "";
        while (answer.next()) {
            SqlErrors.requireWritable(answer.getBoolean(1));
            now = answer.getLong(2);
            server = answer.getString(SERVER_COLUMN);
            int id = answer.getInt(3);
            if (answer.wasNull()) {
                continue;
            }
            LeaseTable.Row row = new LeaseTable.Row(
                    id,
                    answer.getString(4),
                    answer.getString(5),
                    answer.getString(6),
                    answer.getLong(7),
                    answer.getLong(8),
                    answer.getLong(9));
            if (id == HEADER) {
                header = new LeaseTable.Header(row.layout(), row.fence(), row.reservedUntil(), row.holder());
            } else {
                rows.put(id, row);
            }
        }
        return new LeaseTable.Snapshot(header, rows, now, server);
    }

    static String cut(String holder) {
        return holder.length() <= MOST_CHARACTERS ? holder : holder.substring(0, MOST_CHARACTERS);
    }
}
