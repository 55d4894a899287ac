package io.distid.db;

import java.sql.SQLException;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** What the numbers of MySQL's and MariaDB's errors mean. */
final class MySqlErrors {
    /** The counter of a column could not be had: it is at its end, or another statement holds it. */
    static final int COUNTER_FAILED = 1467;

    /** Asks whether anybody may write; a number on some servers, a word on others. */
    static final String WRITABLE = "@@global.read_only IN ('0', 'OFF')";

    private static final int DEADLOCK = 1213;
    private static final int LOCK_WAIT = 1205;
    /** read_only or super_read_only, innodb_read_only, offline_mode, and a session whose transactions are read-only. */
    private static final Set<Integer> READ_ONLY = Set.of(1290, 1836, 3032, 1792);

    /** Unknown prepared statement handler, and needs to be re-prepared: what is between may have given the connection another server, or another session. */
    private static final Set<Integer> UNPREPARED = Set.of(1243, 1615);

    private MySqlErrors() {}

    /** Whether the server says that a table (or a database) does not exist. */
    static boolean isMissing(SQLException e) {
        return e.getErrorCode() == 1146 || e.getErrorCode() == 1049;
    }

    /** Whether a row with that key is there already. */
    static boolean isDuplicate(SQLException e) {
        return e.getErrorCode() == 1062;
    }

    /**
     * Whether the server lets nobody write, which it says before it changed anything: after a switchover the former primary lives on
     * so, and a connection to it is as useless as one that broke.
     */
    static boolean isReadOnly(SQLException e) {
        return READ_ONLY.contains(e.getErrorCode());
    }

    static boolean isUnprepared(SQLException e) {
        return UNPREPARED.contains(e.getErrorCode());
    }

    /**
     * Refuses what was read from a server that is read-only, as the server itself refuses to write: a former primary answers, too, and
     * knows less than the one that took its place.
     *
     * @param writable what {@link #WRITABLE} was
     */
    static void requireWritable(boolean writable) throws SQLException {
        if (!writable) {
            throw new SQLException("the server's read_only is on", "HY000", 1290);
        }
    }

    /** Whether others were in the way, and the server undid the statement, which {@link io.distid.jdbc.PooledDatabase} then repeats. */
    static boolean isCollision(SQLException e) {
        return e.getErrorCode() == DEADLOCK || e.getErrorCode() == LOCK_WAIT || e.getErrorCode() == COUNTER_FAILED;
    }

    /**
     * What an operator can do about an error.
     *
     * @param key shows a key of the settings as it was given
     * @param address the name of the key that says where the server is
     * @return null if the number says no more than that the server refused
     */
    static @Nullable String advice(SQLException e, String user, UnaryOperator<String> key, String address) {
        return switch (e.getErrorCode()) {
            case 1045, 1698 ->
                "the server does not let user " + user + " in; check keys " + key.apply("user") + " and "
                        + key.apply("password") + ", and from which hosts" + " the user may connect";
            case 1044 ->
                "user " + user + " may not enter that database, if there is one; check key " + key.apply(address)
                        + ", or grant";
            case 1142, 1143, 1227, 1370 -> "user " + user + " lacks a privilege; grant it";
            case 1046 ->
                "no database is chosen; name it in key " + key.apply(address)
                        + ", as in jdbc:mysql://host:3306/database";
            case 1049 -> "there is no such database; check key " + key.apply(address);
            case 1146 -> "there is no such table; was it dropped?";
            case 1290, 1836, 3032, 1792 ->
                "the server is read-only; does key " + key.apply(address) + " lead to the primary?";
            case 1040, 1203, 1226 -> "the server has no connection left for user " + user;
            case LOCK_WAIT, DEADLOCK, COUNTER_FAILED -> "others hold the lock; are there transactions that stay open?";
            case 1114, 1021 -> "the server's disk or table is full";
            default -> null;
        };
    }
}
