package io.distid.jdbc;

import io.distid.BackendException;
import io.distid.IdException;
import io.distid.InterruptedIdException;
import io.distid.internal.Address;
import io.distid.spi.IdConfig;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Explains an SQL error to an operator: what was tried and where, the answer, and what to do. */
public final class SqlErrors {
    private final Dialect dialect;
    private final String strategy;
    private final String where;
    /** The key for the server's address. */
    private final String address;

    private final String user;
    private final IdConfig config;
    private final long timeoutMillis;

    /** Explains the errors of one database. */
    public SqlErrors(Dialect dialect, IdConfig config, String url) {
        this.dialect = dialect;
        this.strategy = config.strategy();
        this.where = config.has(JdbcKeys.DATA_SOURCE.name())
                ? JdbcKeys.dataSource(config)
                : Address.of(url).toString();
        this.address = config.has(JdbcKeys.DATA_SOURCE.name()) ? JdbcKeys.DATA_SOURCE.name() : "url";
        this.user = config.has("user")
                ? "user " + config.text("user")
                : "the user of the " + (address.equals("url") ? address : "DataSource");
        this.config = config;
        this.timeoutMillis = config.duration("timeout").toMillis();
    }

    String where() {
        return where;
    }

    /** Whether the SQL state of an error belongs to a class. */
    static boolean hasState(SQLException e, String state) {
        return e.getSQLState() != null && e.getSQLState().startsWith(state);
    }

    Dialect dialect() {
        return dialect;
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

    /** The error of a call that got no turn on the dedicated connection, which is not the pool's. */
    IdException noTurn(String what, int waiting) {
        return new BackendException(
                strategy + ": cannot " + what + " at " + where + ": it was not sent. Such calls take turns on one"
                        + " connection, and its turn did not come within " + timeoutMillis + " ms, with " + waiting
                        + " other callers waiting. The server is slow or does not answer, another transaction"
                        + " locks a row that one of the calls needs, or they are too many for one"
                        + " connection. With a longer " + key("timeout") + " they wait longer; " + key("pool-size")
                        + " has no effect on them");
    }

    /** Returns the error to throw for an error of the driver or the pool. */
    public IdException translate(String what, SQLException e) {
        if (has(e, InterruptedException.class::isInstance)) {
            Thread.currentThread().interrupt();
            return interrupted(what);
        }
        SQLException root = root(e);
        Throwable shown = config.hide(e);
        if (e instanceof SharedConnections.NoneFree) {
            return new BackendException(
                    strategy + ": cannot " + what + " at " + where + ": the application's pool gave no connection: "
                            + hide(e.getMessage())
                            + ". Check that the database answers the pool. If transactions hold all connections,"
                            + " and may wait for ids themselves, make the pool larger, or leave key "
                            + key("data-source")
                            + " out for a small pool of its own (in Spring Boot: distid.own-pool=true)",
                    shown);
        }
        return new BackendException(
                strategy + ": cannot " + what + " at " + where + ": " + advice(e, root) + " [" + dialect.codes(root)
                        + ": " + hide(root.getMessage()) + innermost(root) + "]",
                shown);
    }

    private String advice(SQLException e, SQLException root) {
        String advice = dialect.advice(root, user, this::key, address);
        if (advice != null) {
            return advice;
        }
        if (dialect.isRefusal(root)) {
            return "the server refused";
        }
        if (has(e, UnknownHostException.class::isInstance)) {
            return "there is no host of that name; is key " + key(address) + " right?";
        }
        String check = "; is the server up, and key " + key(address) + " right?";
        if (has(e, SqlErrors::isConnectionRefused)) {
            return "the connection was refused" + check;
        }
        if (has(e, SocketTimeoutException.class::isInstance)
                || has(e, ConnectException.class::isInstance)
                || has(e, SQLTransientConnectionException.class::isInstance)) {
            return "no answer within " + timeoutMillis + " ms" + check;
        }
        if (has(e, IOException.class::isInstance)) {
            return "the connection failed" + check;
        }
        // The refusal of a firewall in the application's pool has neither a code nor a state.
        return dialect.isBrokenLink(root)
                ? "the connection failed; is key " + key(address) + " right?"
                : "it was refused";
    }

    /** The operating system says why there is no connection in the text alone: refused, or timed out. */
    private static boolean isConnectionRefused(Throwable e) {
        return e instanceof ConnectException && String.valueOf(e.getMessage()).contains("refused");
    }

    /** Whether one of the causes fits. HikariCP wraps the last failure where it had no connection in time. */
    private static boolean has(Throwable e, Predicate<Throwable> fits) {
        return Stream.iterate(e, Objects::nonNull, Throwable::getCause).anyMatch(fits);
    }

    /** Returns the error that matters, which the pool wraps: the deepest with a code of the server. */
    private SQLException root(SQLException e) {
        SQLException root = e;
        for (Throwable cause = e.getCause(); cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException sql && (dialect.isRefusal(sql) || !dialect.isRefusal(root))) {
                root = sql;
            }
        }
        return root;
    }

    /** The reason why a connection failed is the innermost cause: refused, unknown host, timed out. */
    private String innermost(Throwable root) {
        Throwable deepest = root;
        while (deepest.getCause() != null) {
            deepest = deepest.getCause();
        }
        // Writes the class with its short name.
        return deepest instanceof SQLException
                ? ""
                : ": " + hide(deepest.toString().replaceFirst("^(?:\\w+\\.)+", ""));
    }

    private String key(String name) {
        return "\"" + config.fullName(name) + "\"";
    }

    /**
     * Writes a message in one line and without passwords. The driver's second paragraph, about its last packet, is left
     * out.
     */
    private String hide(String message) {
        String first = config.hide(message).strip().split("\\R\\s*\\R", 2)[0];
        return first.replaceAll("\\s+", " ").strip();
    }
}
