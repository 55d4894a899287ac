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
 * The statements about a table of worker ids, each of which is one step. A namespace has a row for each worker id that was granted, and two more: its header, and the
 * count of all rows that were ever made. Immutable.
 */
public interface RecordStatements {
    /** The worker id of the row that is a header. */
    int HEADER = -1;

    /** The worker id of the row that counts. */
    int COUNTER = -2;

    /** The most characters of layout, holder and incarnation. */
    int MOST_CHARACTERS = 255;

    /** The table, for messages. */
    String where();

    /**
     * Reads a namespace by one statement, and so as it stood at one moment, with a time that is not before that moment.
     *
     * @param counted whether to count the rows
     * @param ids which worker ids: a condition on alias {@code row_of}
     * @param values its parameters
     */
    View read(Connection connection, String namespace, boolean counted, String ids, Object... values)
            throws SQLException;

    /** Makes the header of a namespace that has none; false if it has one. */
    boolean makeHeader(Connection connection, String namespace, Header next) throws SQLException;

    /** Replaces the header; false if another one stands than the expected one, or than the next, which a repeat finds. */
    boolean replaceHeader(Connection connection, String namespace, Header expected, Header next) throws SQLException;

    /** Makes a row and counts it, if the header stands, or any if none is named, and the row is not there. */
    void make(Connection connection, String namespace, Write write) throws SQLException;

    /**
     * Replaces rows, each that has the expected token, or the next one, which a repeat finds.
     *
     * @param writes in the order of their ids
     * @return the server and its time, if all rows were found; the incarnation is empty where the statement cannot tell it. Else null
     */
    @Nullable
    Moment replace(Connection connection, String namespace, List<Write> writes) throws SQLException;
}
