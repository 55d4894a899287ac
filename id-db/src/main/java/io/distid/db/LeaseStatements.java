package io.distid.db;

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
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The statements of MySQL and MariaDB.
 *
 * @param table its name, quoted
 * @param where the table, for messages
 * @param identity of the server
 */
record LeaseStatements(String table, String where, ServerIdentity identity) implements RecordStatements {
    /** The error number for a sum that does not fit its column. */
    private static final int OUT_OF_RANGE = 1690;

    /**
     * How long the statement has run, in ms: the rows that it reads are younger than {@link MySql#NOW}. Both times are local, so a change to summer or winter
     * time can lie between them. So the figure is limited to how long a statement may run.
     */
    private static final String SINCE_NOW =
            "LEAST(GREATEST(TIMESTAMPDIFF(MICROSECOND, NOW(6), SYSDATE(6)), 0), 60000000) DIV 1000";

    /** The row of the count, and a record's row. */
    private static final String MADE =
            "SELECT " + COUNTER + " id, '' token, 0 bound_until, 0 stamped, 0 free_from, '' holder"
                    + " UNION ALL SELECT CAST(? AS SIGNED), CAST(? AS BINARY), CAST(? AS SIGNED), CAST(? AS SIGNED),"
                    + " CAST(? AS SIGNED), CAST(? AS CHAR)";

    /** A row of a derived table. The types are named, since the server would take a parameter for text and then use no key. */
    private static final String ASKED =
            "SELECT CAST(? AS SIGNED) id, CAST(? AS BINARY) expected, CAST(? AS BINARY) next,"
                    + " CAST(? AS SIGNED) bound_until, CAST(? AS SIGNED) stamped, CAST(? AS SIGNED) free_from,"
                    + " CAST(? AS CHAR) holder";

    /**
     * MariaDB builds a snapshot without a lock. During other commits a snapshot may have the count of a later commit, but not the row of an earlier commit. So this
     * reads again if a row seems to be lost: a lost row is missing again.
     */
    @Override
    public View read(Connection connection, String namespace, boolean counted, String ids, Object... values)
            throws SQLException {
        View view = readOnce(connection, namespace, counted, ids, values);
        boolean isComplete = !counted
                || view.header() == null
                || view.header().lost() == view.count().lost();
        return isComplete ? view : readOnce(connection, namespace, true, ids, values);
    }

    private View readOnce(Connection connection, String namespace, boolean counted, String ids, Object... values)
            throws SQLException {
        // The outer join yields the server and its time even if there is no row.
        String sql = "SELECT told.writable, told.server, told.there, told.began + " + SINCE_NOW
                + " millis, row_of.* FROM (SELECT " + MySql.WRITABLE + " writable, " + MySql.NOW
                + " began, " + identity.expression() + " server, "
                + (counted ? "(SELECT COUNT(*) FROM " + table + " WHERE namespace = ? AND worker_id >= 0)" : "0 + ?")
                + " there" + identity.from() + ") told LEFT JOIN " + table
                + " row_of ON row_of.namespace = ? AND (row_of.worker_id < 0 OR "
                + ids + ")";
        try (PreparedStatement query =
                        SqlStatements.prepare(connection, sql, counted ? namespace : 0, namespace, List.of(values));
                ResultSet answer = query.executeQuery()) {
            return view(answer);
        }
    }

    @Override
    public Dialect dialect() {
        return MySql.DIALECT;
    }

    @Override
    public void requireWritable(boolean isWritable) throws SQLException {
        MySql.requireWritable(isWritable);
    }

    @Override
    public boolean makeHeader(Connection connection, String namespace, Header next) throws SQLException {
        try {
            return SqlStatements.execute(
                            connection,
                            "INSERT INTO " + table + INSERT + " VALUES (?, ?, ?, 0, 0, 0, '', ?, ?, ?, ?, 0)",
                            namespace,
                            HEADER,
                            next.token(),
                            next.layout(),
                            next.floor(),
                            next.incarnation(),
                            next.lost())
                    > 0;
        } catch (SQLException e) {
            if (MySql.isDuplicate(e)) {
                return false;
            }
            throw e;
        }
    }

    /**
     * Creates a row and counts it, if the row is missing and the given header is unchanged; without a header, if any header exists. One statement does it, as a whole or
     * not at all, so there is no commit to wait for. The statement locks the header. It raises the count by 1, or begins it at 1. If the row exists, the statement adds
     * more to it than its column holds, which undoes the statement.
     */
    @Override
    public void make(Connection connection, String namespace, Write write) throws SQLException {
        Header header = write.header();
        List<Object> values = new ArrayList<>();
        values.add(namespace);
        values.addAll(RecordStatements.made(write));
        values.add(namespace);
        if (header != null) {
            values.add(header.token());
        }
        // No table can have the names of these aliases, so the columns that are raised are the table's.
        String sql = "INSERT INTO " + table + INSERT + " SELECT ?, `the row`.*, '', 0, '', 0, `the row`.id = " + COUNTER
                + " FROM " + table + " `the header` JOIN (" + MADE + ") `the row`"
                + " WHERE `the header`.namespace = ? AND `the header`.worker_id = " + HEADER
                + (header == null ? "" : " AND `the header`.token = ?") + " FOR UPDATE"
                + " ON DUPLICATE KEY UPDATE " + table + ".made = IF(" + table + ".worker_id = " + COUNTER + ", " + table
                + ".made + 1, " + table + ".worker_id + " + Long.MAX_VALUE + " + 1)";
        try {
            SqlStatements.execute(connection, sql, values.toArray());
        } catch (SQLException e) {
            if (e.getErrorCode() != OUT_OF_RANGE) {
                throw e;
            }
        }
    }

    /**
     * Replaces each row that has the expected token, or the next token, which a repeat finds. The rows are looked up by their primary key,
     * one after the other in the order of {@code writes}, so that no other row is locked. Tokens are compared as bytes, whatever collations
     * the server and the table have.
     *
     * @return the server's time as the statement began, without its identity
     */
    @Override
    public @Nullable Moment replace(Connection connection, String namespace, List<Write> writes) throws SQLException {
        List<Object> values = RecordStatements.replacements(writes);
        // LAST_INSERT_ID sends the time along with the answer.
        String sql = "UPDATE (" + ASKED + (" UNION ALL " + ASKED).repeat(writes.size() - 1) + ") asked STRAIGHT_JOIN "
                + table + " row_of ON row_of.namespace = ? AND row_of.worker_id = asked.id"
                + " AND (row_of.token = asked.expected OR row_of.token = asked.next)"
                + " SET row_of.bound_until = asked.bound_until, row_of.stamped = asked.stamped,"
                + " row_of.free_from = asked.free_from, row_of.holder = asked.holder,"
                + " row_of.token = IF(LAST_INSERT_ID(" + MySql.NOW + ") > 0, asked.next, '')";
        try (PreparedStatement update = connection.prepareStatement(sql, Statement.RETURN_GENERATED_KEYS)) {
            SqlStatements.bind(update, values, namespace);
            if (update.executeUpdate() != writes.size()) {
                return null;
            }
            try (ResultSet told = update.getGeneratedKeys()) {
                return told.next() ? new Moment(told.getLong(1), "") : null;
            }
        }
    }
}
