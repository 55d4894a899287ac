package io.distid.postgresql;

import io.distid.jdbc.Dialect;
import io.distid.jdbc.RecordStatements;
import io.distid.jdbc.SqlStatements;
import io.distid.spi.RecordStore.Header;
import io.distid.spi.RecordStore.Moment;
import io.distid.spi.RecordStore.View;
import io.distid.spi.RecordStore.Write;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The statements about a table of worker ids. Each step is one statement, and so has one snapshot. {@code READ COMMITTED} is enough: if a row changes while a
 * statement waits for its lock, each condition is tested again. At a stricter isolation such a statement fails, and is repeated.
 *
 * @param table its name, quoted
 * @param where the table, for messages
 */
record PostgreSqlLeaseStatements(String table, String where) implements RecordStatements {
    private static final String READ_ONLY = "25006";

    /**
     * The incarnation: the cluster, the server's start, and the timeline, which a promotion and a restored backup change. A standby reports none of these. The
     * timeline of the last checkpoint would lag behind a promotion.
     */
    private static final String SERVER = "CASE WHEN pg_is_in_recovery() THEN 'standby' ELSE"
            + " (SELECT system_identifier FROM pg_control_system()) || ',since:'"
            + " || floor(extract(epoch FROM pg_postmaster_start_time()) * 1000000)::bigint || ',timeline:'"
            + " || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) END";

    private static final String ASKED = "(?::int, ?::text, ?::text, ?::bigint, ?::bigint, ?::bigint, ?::text)";

    @Override
    public View read(Connection connection, String namespace, boolean counted, String ids, Object... values)
            throws SQLException {
        // The outer join yields the server and its time even if there is no row. The clock is read after the snapshot
        // was taken.
        String sql = "SELECT told.*, row_of.*, " + PostgreSql.CLOCK + " millis FROM (SELECT NOT pg_is_in_recovery()"
                + " AND current_setting('transaction_read_only') = 'off' writable, " + SERVER + " server, "
                + (counted
                        ? "(SELECT count(*) FROM " + table + " WHERE namespace = ? AND worker_id >= 0)"
                        : "?::bigint")
                + " there) told LEFT JOIN " + table + " row_of ON row_of.namespace = ? AND (row_of.worker_id < 0 OR "
                + ids + ")";
        try (PreparedStatement query =
                        SqlStatements.prepare(connection, sql, counted ? namespace : 0L, namespace, List.of(values));
                ResultSet answer = query.executeQuery()) {
            return view(answer);
        }
    }

    @Override
    public Dialect dialect() {
        return PostgreSql.DIALECT;
    }

    @Override
    public void requireWritable(boolean isWritable) throws SQLException {
        if (!isWritable) {
            throw new SQLException("the server is a standby, or its transactions are read-only", READ_ONLY);
        }
    }

    @Override
    public boolean makeHeader(Connection connection, String namespace, Header next) throws SQLException {
        return PostgreSql.DIALECT.execute(
                        connection,
                        "INSERT INTO " + table + INSERT
                                + " VALUES (?, ?, ?, 0, 0, 0, '', ?, ?, ?, ?, 0) ON CONFLICT DO NOTHING",
                        namespace,
                        HEADER,
                        next.token(),
                        next.layout(),
                        next.floor(),
                        next.incarnation(),
                        next.lost())
                > 0;
    }

    /** The statement locks the header, so that rows of a namespace are created and counted one at a time. */
    @Override
    public void make(Connection connection, String namespace, Write write) throws SQLException {
        Header header = write.header();
        List<Object> values = new ArrayList<>(List.of(namespace, HEADER));
        if (header != null) {
            values.add(header.token());
        }
        values.add(namespace);
        values.addAll(RecordStatements.made(write));
        values.add(namespace);
        values.add(COUNTER);
        String sql = "WITH standing AS (SELECT 1 FROM " + table + " WHERE namespace = ? AND worker_id = ?"
                + (header == null ? "" : " AND token = ?") + " FOR UPDATE), added AS (INSERT INTO " + table + INSERT
                + " SELECT ?::text, ?::int, ?::text, ?::bigint, ?::bigint, ?::bigint, ?::text, '', 0, '', 0, 0"
                + " FROM standing ON CONFLICT DO NOTHING RETURNING 1)"
                + " INSERT INTO " + table + " AS counted" + INSERT
                + " SELECT ?::text, ?::int, '', 0, 0, 0, '', '', 0, '', 0, 1 FROM added"
                + " ON CONFLICT (namespace, worker_id) DO UPDATE SET made = counted.made + 1";
        PostgreSql.DIALECT.execute(connection, sql, values.toArray());
    }

    /** The rows are locked in the order of their ids, so that no two batches wait for each other. */
    @Override
    public @Nullable Moment replace(Connection connection, String namespace, List<Write> writes) throws SQLException {
        List<Object> values = RecordStatements.replacements(writes);
        String isAsked = " row_of.worker_id = asked.id AND row_of.token IN (asked.expected, asked.next)";
        String sql = "WITH asked (id, expected, next, bound_until, stamped, free_from, holder) AS (VALUES " + ASKED
                + (", " + ASKED).repeat(writes.size() - 1) + "), told AS MATERIALIZED (SELECT " + SERVER
                + " server), locked AS MATERIALIZED (SELECT row_of.worker_id FROM asked JOIN " + table
                + " row_of ON row_of.namespace = ? AND" + isAsked + " ORDER BY row_of.worker_id FOR UPDATE OF row_of)"
                + " UPDATE " + table + " row_of SET token = asked.next, bound_until = asked.bound_until,"
                + " stamped = asked.stamped, free_from = asked.free_from, holder = asked.holder"
                + " FROM told, locked JOIN asked ON asked.id = locked.worker_id WHERE row_of.namespace = ? AND"
                + isAsked
                + " RETURNING told.server, " + PostgreSql.CLOCK;
        try (PreparedStatement update = PostgreSql.written(connection, sql, values, namespace, namespace);
                ResultSet told = update.getResultSet()) {
            Moment at = null;
            int replaced = 0;
            while (told.next()) {
                at = new Moment(told.getLong(2), told.getString(1));
                replaced++;
            }
            return replaced == writes.size() ? at : null;
        }
    }
}
