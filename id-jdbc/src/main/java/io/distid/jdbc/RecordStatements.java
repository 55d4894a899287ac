package io.distid.jdbc;

import io.distid.spi.RecordStore.Header;
import io.distid.spi.RecordStore.Moment;
import io.distid.spi.RecordStore.View;
import io.distid.spi.RecordStore.Write;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
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
    boolean replaceHeader(Connection connection, String namespace, Header expected, Header next) throws SQLException;

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
}
