package io.distid.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The differences of a product and its driver: their errors and their SQL. Stateless, and safe for use by any number of threads. */
public interface Dialect {
    /** The product, which is the beginning of its driver's name. */
    String product();

    /** The beginning of its URLs, such as {@code jdbc:mysql://}. */
    String urlPrefix();

    /** The class of its driver. */
    String driver();

    /** The Maven artifact of its driver, for messages. */
    String artifact();

    /**
     * The driver's properties.
     *
     * @param timeout how long a connection and each answer may take
     * @param prepared whether few texts are sent again and again, so that the server should parse them once
     */
    Map<String, String> properties(Duration timeout, boolean prepared);

    /** Makes a new connection stop waiting for a lock after a second, unless the statements do that themselves. */
    default void giveLocksUp(Connection connection) throws SQLException {}

    /** The same, on a connection that is restored before it is given back. */
    default void giveLocksUpForNow(Connection connection) throws SQLException {}

    /** Undoes {@link #giveLocksUpForNow}. */
    default void waitForLocksAsBefore(Connection connection) throws SQLException {}

    /** Whether the server itself refused, in a complete answer. */
    boolean isRefusal(SQLException e);

    /** Whether the link could not be made, or broke: the server may have carried out what was sent. */
    default boolean isBrokenLink(SQLException e) {
        return SqlErrors.hasState(e, "08");
    }

    /** Whether the server takes no writes; it says so before it changes anything. */
    boolean isReadOnly(SQLException e);

    /**
     * Whether the session lacks a prepared statement, since a proxy may have given the connection another session.
     * Nothing was carried out.
     */
    boolean isUnprepared(SQLException e);

    /** Whether the server undid the statement because of other sessions. */
    boolean isCollision(SQLException e);

    /** Whether the server says that a table, or its database, does not exist. */
    boolean isMissing(SQLException e);

    /** The codes of an error, for an operator to look up. */
    String codes(SQLException e);

    /**
     * Says what an operator can do about an error.
     *
     * @param user for a sentence: {@code user orders}, or where the user is named
     * @param key writes a key of the settings as the user gave it
     * @param address the name of the key for the server's address
     * @return null if the error says only that the server refused
     */
    @Nullable
    String advice(SQLException e, String user, UnaryOperator<String> key, String address);

    /** The server's clock in epoch ms, as the statement began. */
    String now();

    /** The server's clock in epoch µs, as the statement began. */
    String nowMicros();

    /** The new value of a column, in the form that makes the statement answer with it. */
    String answering(String value);

    /** The end of a statement that answers with a value. */
    String returning(String value);

    /**
     * Carries out a statement of {@link #answering} and {@link #returning}.
     *
     * @return the positive answer; 0 if no row was found
     */
    long answered(Connection connection, String sql, Object... values) throws SQLException;

    /** Carries out a statement without an answer; returns how many rows it changed. */
    int execute(Connection connection, String sql, Object... values) throws SQLException;

    /** A statement that inserts a row, unless its key exists. */
    String insertIfAbsent(String table, String columns, String values);

    /** A statement that deletes up to {@code most} rows, the lowest in a column first. */
    String deleteFirst(String table, String condition, String column, int most);

    /** Whether nothing was carried out, and another connection may succeed. */
    default boolean wantsNewConnection(Throwable e) {
        return e instanceof SQLException sql && (isReadOnly(sql) || isUnprepared(sql));
    }

    /**
     * Whether an answer may still arrive on a connection, where the next statement would take it for its own. That is so unless the server itself refused,
     * or distid's own code threw the error between two answers.
     */
    default boolean mayLeaveAnAnswer(Throwable e) {
        return !(e instanceof io.distid.IdException) && !(e instanceof SQLException sql && isRefusal(sql));
    }
}
