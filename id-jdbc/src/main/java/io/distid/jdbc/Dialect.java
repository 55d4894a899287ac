package io.distid.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** What a product and its driver have of their own: their errors, and the words of SQL in which they differ. Stateless, and safe for use by any number of threads. */
public interface Dialect {
    /** The product, as its driver's name begins. */
    String product();

    /** What its URLs begin with, such as {@code jdbc:mysql://}. */
    String urlPrefix();

    /** The class of its driver. */
    String driver();

    /** The Maven artifact of its driver, for messages. */
    String artifact();

    /**
     * The driver's properties.
     *
     * @param timeout how long a connection and each answer may take
     * @param prepared whether few texts are sent over and over, so that the server is to parse them once
     */
    Map<String, String> properties(Duration timeout, boolean prepared);

    /** Has a new connection give up locks after a second, where the statements do not ask for it themselves. */
    default void giveLocksUp(Connection connection) throws SQLException {}

    /** The same, on a connection that is given back as it was. */
    default void giveLocksUpForNow(Connection connection) throws SQLException {}

    /** Takes {@link #giveLocksUpForNow} back. */
    default void waitForLocksAsBefore(Connection connection) throws SQLException {}

    /** Whether the server itself refused, by an answer that came as a whole. */
    boolean isRefusal(SQLException e);

    /** Whether the link could not be made, or broke: what was sent on it may have been carried out. */
    default boolean isBrokenLink(SQLException e) {
        return SqlErrors.hasState(e, "08");
    }

    /** Whether the server lets nobody write, which it says before it changed anything. */
    boolean isReadOnly(SQLException e);

    /** Whether the session is not what was prepared: what is between may have given the connection another one. Nothing was carried out. */
    boolean isUnprepared(SQLException e);

    /** Whether others were in the way, and the server undid the statement. */
    boolean isCollision(SQLException e);

    /** Whether the server says that a table, or its database, does not exist. */
    boolean isMissing(SQLException e);

    /** The codes of an error, as an operator looks them up. */
    String codes(SQLException e);

    /**
     * What an operator can do about an error.
     *
     * @param key shows a key of the settings as it was given
     * @param address the name of the key that says where the server is
     * @return null if the error says no more than that the server refused
     */
    @Nullable
    String advice(SQLException e, String user, UnaryOperator<String> key, String address);

    /** The server's clock in epoch ms, as the statement began. */
    String now();

    /** The same in µs. */
    String nowMicros();

    /** A value that a column is set to, to be answered by the statement. */
    String answering(String value);

    /** What stands at the end of a statement that answers. */
    String returning(String value);

    /**
     * Carries out a statement of {@link #answering} and {@link #returning}.
     *
     * @return its positive answer; 0 if it found no row
     */
    long answered(Connection connection, String sql, Object... values) throws SQLException;

    /** Carries out a statement that answers nothing; tells how many rows it changed. */
    int execute(Connection connection, String sql, Object... values) throws SQLException;

    /** A statement that makes a row, unless there is one with its key. */
    String insertIfAbsent(String table, String columns, String values);

    /** A statement that deletes at most so many rows, the first by a column. */
    String deleteFirst(String table, String condition, String column, int most);

    /** Whether nothing was carried out, and another connection may do better. */
    default boolean wantsNewConnection(Throwable e) {
        return e instanceof SQLException sql && (isReadOnly(sql) || isUnprepared(sql));
    }

    /**
     * Whether an answer may still be on its way to a connection, which the next statement on it would take for its own: whatever is neither the server's own
     * refusal nor thrown by our own code, between two answers.
     */
    default boolean mayLeaveAnAnswer(Throwable e) {
        return !(e instanceof io.distid.IdException) && !(e instanceof SQLException sql && isRefusal(sql));
    }
}
