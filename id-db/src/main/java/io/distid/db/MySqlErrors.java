package io.distid.db;

import java.sql.SQLException;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The meanings of MySQL's and MariaDB's error numbers. */
final class MySqlErrors {
    /** The counter of a column is not available: it is at its end, or another statement holds it. */
    static final int COUNTER_FAILED = 1467;

    /** Whether the server takes writes. The setting is a number on some servers, a word on others. */
    static final String WRITABLE = "@@global.read_only IN ('0', 'OFF')";

    private static final int DEADLOCK = 1213;
    private static final int LOCK_WAIT = 1205;
    /** read_only or super_read_only, innodb_read_only, offline_mode, and a session whose transactions are read-only. */
    private static final Set<Integer> READ_ONLY = Set.of(1290, 1836, 3032, 1792);

    /** Unknown prepared statement handler, and needs to be re-prepared: a proxy may have given the connection another server, or another session. */
    private static final Set<Integer> UNPREPARED = Set.of(1243, 1615);

    private MySqlErrors() {}

    /** Whether the server says that a table (or a database) does not exist. */
    static boolean isMissing(SQLException e) {
        return e.getErrorCode() == 1146 || e.getErrorCode() == 1049;
    }

    /** Whether a row with that key exists already. */
    static boolean isDuplicate(SQLException e) {
        return e.getErrorCode() == 1062;
    }

    /**
     * Whether the server takes no writes; it says so before it changes anything. After a switchover the former primary is such a
     * server, and a connection to it is as useless as a broken one.
     */
    static boolean isReadOnly(SQLException e) {
        return READ_ONLY.contains(e.getErrorCode());
    }

    static boolean isUnprepared(SQLException e) {
        return UNPREPARED.contains(e.getErrorCode());
    }

    /**
     * Refuses an answer of a read-only server, as the server itself refuses writes. A former primary answers reads, too, but knows
     * less than its successor.
     *
     * @param writable the value of {@link #WRITABLE}
     */
    static void requireWritable(boolean writable) throws SQLException {
        if (!writable) {
            throw new SQLException("the server's read_only is on", "HY000", 1290);
        }
    }

    /** Whether the server undid the statement because of other sessions; {@link io.distid.jdbc.PooledDatabase} then repeats it. */
    static boolean isCollision(SQLException e) {
        return e.getErrorCode() == DEADLOCK || e.getErrorCode() == LOCK_WAIT || e.getErrorCode() == COUNTER_FAILED;
    }

    /**
     * Says what an operator can do about an error.
     *
     * @param user for a sentence: {@code user orders}, or where the user is named
     * @param key writes a key of the settings as the user gave it
     * @param address the name of the key for the server's address
     * @return null if the error number says only that the server refused
     */
    static @Nullable String advice(SQLException e, String user, UnaryOperator<String> key, String address) {
        return switch (e.getErrorCode()) {
            case 1045, 1698 ->
                "the server does not let " + user + " in; check keys " + key.apply("user") + " and "
                        + key.apply("password") + ", and from which hosts" + " the user may connect";
            case 1044 ->
                user + " may not use that database, or it does not exist; check key " + key.apply(address)
                        + ", or grant";
            case 1142, 1143, 1227, 1370 -> user + " lacks a privilege; grant it";
            case 1046 ->
                "no database is chosen; name it in key " + key.apply(address)
                        + ", as in jdbc:mysql://host:3306/database";
            case 1049 -> "there is no such database; check key " + key.apply(address);
            case 1146 -> "there is no such table; was it dropped?";
            case 1290, 1836, 3032, 1792 ->
                "the server is read-only; does key " + key.apply(address) + " lead to the primary?";
            case 1040, 1203, 1226 -> "the server has no connection left for " + user;
            case LOCK_WAIT, DEADLOCK, COUNTER_FAILED -> "others hold the lock; are there transactions that stay open?";
            case 1114, 1021 -> "the server's disk or table is full";
            default -> null;
        };
    }
}
