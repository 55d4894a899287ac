package io.distid.jdbc;

import io.distid.BackendException;
import io.distid.spi.RecordStore.Count;
import io.distid.spi.RecordStore.Header;
import io.distid.spi.RecordStore.LeaseRecord;
import io.distid.spi.RecordStore.Moment;
import io.distid.spi.RecordStore.View;
import io.distid.spi.RecordStore.Write;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The statements about a table of worker ids; each is one step. A namespace has a row for each worker id that was granted, and two more. They are its header, and the
 * count of all rows that were ever created. Immutable.
 */
public interface RecordStatements {
    /** The worker id of a header's row. */
    int HEADER = -1;

    /** The worker id of the row with the count. */
    int COUNTER = -2;

    /** The most characters of a layout, a holder and an incarnation. */
    int MOST_CHARACTERS = 255;

    /** The columns that an insertion names. */
    String INSERT =
            " (namespace, worker_id, token, bound_until, stamped, free_from, holder, layout, floor, incarnation, lost, made)";

    /** The product's SQL and errors. */
    Dialect dialect();

    /** The table's name, quoted. */
    String table();

    /** The table, for messages. */
    String where();

    /**
     * Reads a namespace by one statement, and so at one moment; the time returned is not before that moment.
     *
     * @param counted whether to count the rows
     * @param ids the worker ids to read: a condition on alias {@code row_of}
     * @param values the parameters of the condition
     */
    View read(Connection connection, String namespace, boolean counted, String ids, Object... values)
            throws SQLException;

    /** Creates the header of a namespace that has none; false if it has a header. */
    boolean makeHeader(Connection connection, String namespace, Header next) throws SQLException;

    /**
     * Replaces the header; false if the present header is neither the expected one nor the next one, which a repeat
     * finds.
     */
    default boolean replaceHeader(Connection connection, String namespace, Header expected, Header next)
            throws SQLException {
        String sql = "UPDATE " + table() + " SET token = ?, layout = ?, floor = ?, incarnation = ?, lost = ?"
                + " WHERE namespace = ? AND worker_id = ? AND token IN (?, ?)";
        int replaced = dialect()
                .execute(
                        connection,
                        sql,
                        next.token(),
                        next.layout(),
                        next.floor(),
                        next.incarnation(),
                        next.lost(),
                        namespace,
                        HEADER,
                        expected.token(),
                        next.token());
        return replaced > 0;
    }

    /**
     * Creates a row and counts it, if the row is missing and the given header is unchanged; without a header, if any
     * header exists.
     */
    void make(Connection connection, String namespace, Write write) throws SQLException;

    /**
     * Replaces each row that has the expected token, or the next token, which a repeat finds.
     *
     * @param writes the writes, in the order of their ids
     * @return the server and its time if all rows were found, else null; the incarnation is empty if the statement cannot read it
     */
    @Nullable
    Moment replace(Connection connection, String namespace, List<Write> writes) throws SQLException;

    /** Throws what the server would throw for a write if it takes none. */
    void requireWritable(boolean isWritable) throws SQLException;

    /**
     * Reads the answer to {@link #read}. Each row has the columns {@code writable}, {@code millis}, {@code server} and {@code there}, the number of records.
     * The columns of the table follow. They are null if the namespace has no row.
     */
    default View view(ResultSet row) throws SQLException {
        Header header = null;
        Map<Integer, LeaseRecord> records = new HashMap<>();
        Moment at = new Moment(0, "");
        long made = 0;
        long there = 0;
        while (row.next()) {
            requireWritable(row.getBoolean("writable"));
            at = new Moment(row.getLong("millis"), row.getString("server"));
            there = row.getLong("there");
            int id = row.getInt("worker_id");
            if (row.wasNull()) {
                continue;
            }
            if (id == COUNTER) {
                made = row.getLong("made");
                continue;
            }
            String token = row.getString("token");
            if (token.isEmpty()) {
                throw new BackendException(where() + " has a row of worker id " + id
                        + " without a token. Was it written by another version of distid, or by hand?");
            }
            if (id == HEADER) {
                header = new Header(
                        token,
                        row.getString("layout"),
                        row.getLong("floor"),
                        row.getString("incarnation"),
                        row.getLong("lost"));
            } else {
                LeaseRecord record = new LeaseRecord(
                        token,
                        row.getLong("bound_until"),
                        row.getLong("stamped"),
                        row.getLong("free_from"),
                        row.getString("holder"),
                        null);
                records.put(id, record);
            }
        }
        return new View(header, new Count(made, there), records, at);
    }

    /** The values of a new row, in the order of its first columns: from the worker id to the holder. */
    static List<Object> made(Write write) {
        LeaseRecord next = write.next();
        return List.of(write.id(), next.token(), next.bound(), next.stamped(), next.freeFrom(), cut(next.holder()));
    }

    /** The values of each replacement, one after the other: as those of a new row, with the expected token before the next one. */
    static List<Object> replacements(List<Write> writes) {
        List<Object> values = new ArrayList<>();
        for (Write write : writes) {
            List<Object> made = made(write);
            values.add(made.get(0));
            values.add(write.expected().token());
            values.addAll(made.subList(1, made.size()));
        }
        return values;
    }

    private static String cut(String holder) {
        return holder.length() <= MOST_CHARACTERS ? holder : holder.substring(0, MOST_CHARACTERS);
    }
}
