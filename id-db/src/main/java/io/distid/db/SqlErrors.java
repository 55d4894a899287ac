package io.distid.db;

import io.distid.BackendException;
import io.distid.IdException;
import io.distid.InterruptedIdException;
import io.distid.spi.Address;
import io.distid.spi.IdConfig;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.Set;

/** Says what an SQL error means to an operator: what was tried and where, what came back, what can be done. */
final class SqlErrors {
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

    private final String strategy;
    private final String where;
    /** The key that says where the server is. */
    private final String address;

    private final String user;
    private final IdConfig config;
    private final long timeoutMillis;

    SqlErrors(IdConfig config, String url) {
        this.strategy = config.strategy();
        this.where = config.has(MySqlKeys.DATA_SOURCE.name())
                ? MySqlKeys.dataSource(config)
                : Address.of(url).toString();
        this.address = config.has(MySqlKeys.DATA_SOURCE.name()) ? MySqlKeys.DATA_SOURCE.name() : "url";
        this.user = config.has("user") ? config.text("user") : "(named by the " + address + ")";
        this.config = config;
        this.timeoutMillis = config.duration("timeout").toMillis();
    }

    String where() {
        return where;
    }

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

    /** Whether nothing was carried out, and another connection may do better. */
    static boolean wantsNewConnection(Throwable e) {
        return e instanceof SQLException sql && (isReadOnly(sql) || UNPREPARED.contains(sql.getErrorCode()));
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

    /** Whether others were in the way, and the server undid the statement, which {@link PooledDatabase} then repeats. */
    static boolean isCollision(SQLException e) {
        return e.getErrorCode() == DEADLOCK || e.getErrorCode() == LOCK_WAIT || e.getErrorCode() == COUNTER_FAILED;
    }

    /** Whether the link to the server could not be made, or broke: what was sent on it may have been carried out. */
    static boolean isBrokenLink(SQLException e) {
        return e.getSQLState() != null && e.getSQLState().startsWith("08");
    }

    /**
     * Whether an answer may still be on its way to a connection, which the next statement on it would take for its own: whatever is neither the server's own
     * refusal nor thrown by our own code, between two answers.
     */
    static boolean mayLeaveAnAnswer(Throwable e) {
        return !(e instanceof IdException) && !(e instanceof SQLException sql && sql.getErrorCode() != 0);
    }

    IdException interrupted(String what) {
        return new InterruptedIdException(strategy + ": interrupted while trying to " + what + " at " + where);
    }

    IdException busy(String what, int waiting) {
        return new BackendException(strategy + ": cannot " + what + " at " + where + ": no connection was free within "
                + timeoutMillis + " ms, with " + waiting
                + " other callers waiting; the server is slow or does not answer, or"
                + " key " + key("pool-size") + " is too small for the load");
    }

    /** No turn came on the one connection that is kept for such calls, which the pool has no part in. */
    IdException noTurn(String what, int waiting) {
        return new BackendException(
                strategy + ": cannot " + what + " at " + where + ": it was not sent, since calls like it take turns on"
                        + " one connection, and its turn did not come within " + timeoutMillis + " ms, with " + waiting
                        + " other callers waiting; the server is slow or does not answer, another transaction locks a row that one of them needs, or they are too"
                        + " many for one connection: with a longer " + key("timeout") + " they wait for longer, and "
                        + key("pool-size")
                        + " changes nothing about it");
    }

    /** The error to throw for one that came from the driver or the pool. */
    IdException translate(String what, SQLException e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof InterruptedException) {
                Thread.currentThread().interrupt();
                return interrupted(what);
            }
        }
        SQLException root = root(e);
        Throwable shown = config.hide(e);
        if (e instanceof SharedConnections.NoneFree) {
            return new BackendException(
                    strategy + ": cannot " + what + " at " + where + ": the application's pool gave no connection: "
                            + hide(e.getMessage())
                            + "; if its transactions hold them all, and may wait for ids themselves,"
                            + " make it larger, or leave key " + key("data-source")
                            + " out for a small pool of its own (in Spring Boot: distid.own-pool=true)",
                    shown);
        }
        return new BackendException(
                strategy + ": cannot " + what + " at " + where + ": " + advice(root) + " [" + root.getErrorCode() + " "
                        + root.getSQLState() + ": " + hide(root.getMessage()) + beneath(root) + "]",
                shown);
    }

    private String advice(SQLException e) {
        return switch (e.getErrorCode()) {
            case 1045, 1698 ->
                "the server does not let user " + user + " in; check keys " + key("user") + " and " + key("password")
                        + ", and from which hosts" + " the user may connect";
            case 1044 ->
                "user " + user + " may not enter that database, if there is one; check key " + key(address)
                        + ", or grant";
            case 1142, 1143, 1227, 1370 -> "user " + user + " lacks a privilege; grant it";
            case 1046 ->
                "no database is chosen; name it in key " + key(address) + ", as in jdbc:mysql://host:3306/database";
            case 1049 -> "there is no such database; check key " + key(address);
            case 1146 -> "there is no such table; was it dropped?";
            case 1290, 1836, 3032, 1792 ->
                "the server is read-only; does key " + key(address) + " lead to the primary?";
            case 1040, 1203, 1226 -> "the server has no connection left for user " + user;
            case LOCK_WAIT, DEADLOCK, COUNTER_FAILED -> "others hold the lock; are there transactions that stay open?";
            case 1114, 1021 -> "the server's disk or table is full";
            default -> {
                // HikariCP says so of a connection that did not come in time.
                if (isBrokenLink(e) || e instanceof SQLTransientConnectionException) {
                    yield "no answer within " + timeoutMillis + " ms; is the server up, and key " + key(address)
                            + " right?";
                }
                // A firewall in the application's pool has neither a code nor a state.
                yield e.getErrorCode() == 0 ? "it was refused" : "the server refused";
            }
        };
    }

    /** The pool wraps the error that matters; the deepest with a code of the server's own is the one. */
    private static SQLException root(SQLException e) {
        SQLException root = e;
        for (Throwable cause = e.getCause(); cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException sql && (sql.getErrorCode() != 0 || root.getErrorCode() == 0)) {
                root = sql;
            }
        }
        return root;
    }

    /** The reason why a connection failed is the innermost cause: refused, unknown host, timed out. */
    private String beneath(Throwable root) {
        Throwable deepest = root;
        while (deepest.getCause() != null) {
            deepest = deepest.getCause();
        }
        // The class by its short name.
        return deepest instanceof SQLException
                ? ""
                : ": " + hide(deepest.toString().replaceFirst("^(?:\\w+\\.)+", ""));
    }

    private String key(String name) {
        return "\"" + config.fullName(name) + "\"";
    }

    /** In one line and without passwords; the driver's second paragraph says when it last sent a packet, which helps nobody. */
    private String hide(String message) {
        String first = config.hide(message).strip().split("\\R\\s*\\R", 2)[0];
        return first.replaceAll("\\s+", " ").strip();
    }
}
