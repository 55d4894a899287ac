package io.distid.db;

import io.distid.BackendException;
import io.distid.IdException;
import io.distid.spi.IdConfig;
import io.distid.spi.Secret;
import java.sql.SQLException;

/** Says what an SQL error means to an operator: what was tried and where, what came back, what can be done. */
final class SqlErrors {
    private final String strategy;
    private final String where;
    private final String user;
    private final String password;
    private final long timeoutMillis;

    SqlErrors(IdConfig config, String url) {
        this.strategy = config.strategy();
        // Options say nothing about where it is, and may hold secrets of their own.
        this.where = Secret.redact(url.replaceFirst("\\?.*", ""));
        this.user = config.has("user") ? config.text("user") : "(named by the url)";
        this.password = config.has("password") ? config.secret("password").reveal() : "";
        this.timeoutMillis = config.duration("timeout").toMillis();
    }

    String where() {
        return where;
    }

    /** Whether the server says that a table (or a database) does not exist. */
    static boolean isMissing(SQLException e) {
        return e.getErrorCode() == 1146 || e.getErrorCode() == 1049;
    }

    /** Whether the server says that a column does not exist. */
    static boolean isMissingColumn(SQLException e) {
        return e.getErrorCode() == 1054;
    }

    /** Whether a row with that key is there already. */
    static boolean isDuplicate(SQLException e) {
        return e.getErrorCode() == 1062;
    }

    IdException interrupted(String what) {
        return new IdException(strategy + ": interrupted while trying to " + what + " at " + where);
    }

    IdException busy(String what, int waiting) {
        return new BackendException(strategy + ": cannot " + what + " at " + where + ": no connection was free within "
                + timeoutMillis + " ms, with " + waiting
                + " other callers waiting; the server is slow or does not answer, or"
                + " key \"pool-size\" is too small for the load");
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
        return new BackendException(
                strategy + ": cannot " + what + " at " + where + ": " + advice(root) + " [" + root.getErrorCode() + " "
                        + root.getSQLState() + ": " + hide(root.getMessage()) + beneath(root) + "]",
                e);
    }

    private String advice(SQLException e) {
        return switch (e.getErrorCode()) {
            case 1045, 1698 ->
                "the server does not let user " + user
                        + " in; check keys \"user\" and \"password\", and from which hosts" + " the user may connect";
            case 1044 -> "user " + user + " may not enter that database, if there is one; check key \"url\", or grant";
            case 1142, 1143, 1227, 1370 -> "user " + user + " lacks a privilege; grant it";
            case 1046 -> "no database is chosen; name it in key \"url\", as in jdbc:mysql://host:3306/database";
            case 1049 -> "there is no such database; check key \"url\"";
            case 1146 -> "there is no such table; was it dropped?";
            case 1290, 1836, 3032 -> "the server is read-only; name the primary in key \"url\"";
            case 1040, 1203, 1226 -> "the server has no connection left for user " + user;
            case 1205, 1213 -> "others hold the lock on the row; are there transactions that stay open?";
            case 1114, 1021 -> "the server's disk or table is full";
            default -> {
                if (isConnection(e)) {
                    yield "no answer within " + timeoutMillis + " ms; is the server up, and key \"url\" right?";
                }
                yield e.getErrorCode() == 0 ? "it failed" : "the server refused";
            }
        };
    }

    private static boolean isConnection(SQLException e) {
        String state = e.getSQLState();
        return state == null || state.startsWith("08");
    }

    /** The pool wraps the error that tells; the deepest with a code of the server's own is the one. */
    private static SQLException root(SQLException e) {
        SQLException root = e;
        for (Throwable cause = e.getCause(); cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException sql && (sql.getErrorCode() != 0 || root.getErrorCode() == 0)) {
                root = sql;
            }
        }
        return root;
    }

    /** A link that fails says why only at the very bottom: refused, unknown host, timed out. */
    private String beneath(Throwable root) {
        Throwable deepest = root;
        while (deepest.getCause() != null) {
            deepest = deepest.getCause();
        }
        return deepest instanceof SQLException
                ? ""
                : ": " + deepest.getClass().getSimpleName() + ": " + hide(deepest.getMessage());
    }

    private String hide(String message) {
        String line =
                Secret.redact(String.valueOf(message)).replaceAll("\\s+", " ").strip();
        return password.isEmpty() ? line : line.replace(password, "***");
    }
}
