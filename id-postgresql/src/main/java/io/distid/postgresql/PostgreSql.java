package io.distid.postgresql;

import io.distid.jdbc.Dialect;
import io.distid.jdbc.SqlStatements;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** PostgreSQL, with its own driver. */
final class PostgreSql implements Dialect {
    static final Dialect DIALECT = new PostgreSql();

    /** The server's clock in epoch ms, at the moment of its evaluation. */
    static final String CLOCK = "floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint";

    /** Makes a transaction wait for its flush, even if the server's settings let commits return earlier. */
    static final String DURABLE = "CASE current_setting('synchronous_commit') WHEN 'off'"
            + " THEN set_config('synchronous_commit', 'on', true) END";

    /**
     * Precedes each writing statement in the same request, so that both are one transaction and one round trip. A pooler may give each transaction another session, so
     * nothing is set for longer. The server stops waiting for a lock before the socket times out.
     */
    private static final String WRITING = "SELECT set_config('lock_timeout', '1s', true), " + DURABLE + "; ";

    private static final String SERIALIZATION = "40001";
    private static final int MOST_SERIALIZATIONS = 100;

    /** Serialization failure, deadlock, and lock time-out. */
    private static final Set<String> COLLISIONS = Set.of(SERIALIZATION, "40P01", "55P03");

    /**
     * The server shuts down, has crashed, or is starting, and the session ends. Its last transaction may have been
     * committed.
     */
    private static final Set<String> ENDING = Set.of("57P01", "57P02", "57P03", "57P05");

    private PostgreSql() {}

    @Override
    public String product() {
        return "PostgreSQL";
    }

    @Override
    public String urlPrefix() {
        return "jdbc:postgresql:";
    }

    @Override
    public String driver() {
        return "org.postgresql.Driver";
    }

    @Override
    public String artifact() {
        return "org.postgresql:postgresql";
    }

    /** The driver counts in whole seconds, so the exact time-out is set on the connection. */
    @Override
    public Map<String, String> properties(Duration timeout, boolean prepared) {
        String seconds = Long.toString(timeout.plusMillis(999).toSeconds());
        return Map.of("connectTimeout", seconds, "socketTimeout", seconds, "tcpKeepAlive", "true");
    }

    /** The driver's own errors have the state of an unexpected error, or of a link. */
    @Override
    public boolean isRefusal(SQLException e) {
        String state = e.getSQLState();
        return state != null && state.length() == 5 && !state.startsWith("08") && !state.equals("99999");
    }

    @Override
    public boolean isBrokenLink(SQLException e) {
        return Dialect.super.isBrokenLink(e) || ENDING.contains(String.valueOf(e.getSQLState()));
    }

    @Override
    public boolean isReadOnly(SQLException e) {
        return "25006".equals(e.getSQLState());
    }

    /** The prepared statement is missing, or another client behind a pooler has created it. */
    @Override
    public boolean isUnprepared(SQLException e) {
        return "26000".equals(e.getSQLState()) || "42P05".equals(e.getSQLState());
    }

    @Override
    public boolean isCollision(SQLException e) {
        return COLLISIONS.contains(String.valueOf(e.getSQLState()));
    }

    @Override
    public boolean isMissing(SQLException e) {
        return "42P01".equals(e.getSQLState()) || "3F000".equals(e.getSQLState());
    }

    @Override
    public String codes(SQLException e) {
        return String.valueOf(e.getSQLState());
    }

    @Override
    public @Nullable String advice(SQLException e, String user, UnaryOperator<String> key, String address) {
        return switch (String.valueOf(e.getSQLState())) {
            case "28P01", "28000" ->
                "the server does not let " + user + " in; check keys " + key.apply("user") + " and "
                        + key.apply("password") + ", and pg_hba.conf of the server";
            case "3D000" -> "there is no such database; check key " + key.apply(address);
            case "42501" -> user + " lacks a privilege; grant it";
            case "42P01", "3F000" -> "there is no such table or sequence; was it dropped?";
            case "25006" -> "the server is read-only; does key " + key.apply(address) + " lead to the primary?";
            case "53300" -> "the server has no connection left for " + user;
            case "40001", "40P01", "55P03" -> "others hold the lock; are there transactions that stay open?";
            case "53100" -> "the server's disk is full";
            case "57014" ->
                "the server cancelled the statement; is its statement_timeout shorter than " + key.apply("timeout")
                        + "?";
            case "57P01", "57P02", "57P03" -> "the server is shutting down or starting";
            default -> null;
        };
    }

    @Override
    public String now() {
        return "floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint";
    }

    @Override
    public String nowMicros() {
        return "floor(extract(epoch FROM statement_timestamp()) * 1000000)::bigint";
    }

    @Override
    public String answering(String value) {
        return "(" + value + ")";
    }

    @Override
    public String returning(String value) {
        return " RETURNING " + value;
    }

    @Override
    public long answered(Connection connection, String sql, Object... values) throws SQLException {
        try (PreparedStatement statement = written(connection, sql, values);
                ResultSet answer = statement.getResultSet()) {
            return answer.next() ? answer.getLong(1) : 0;
        }
    }

    @Override
    public int execute(Connection connection, String sql, Object... values) throws SQLException {
        try (PreparedStatement statement = written(connection, sql, values)) {
            return statement.getUpdateCount();
        }
    }

    /**
     * Carries out a writing statement, durably; the result is the statement's current result. It is repeated if it is its own transaction and cannot be serialized, which
     * happens above READ COMMITTED.
     */
    static PreparedStatement written(Connection connection, String sql, Object... values) throws SQLException {
        PreparedStatement statement = SqlStatements.prepare(connection, WRITING + sql, values);
        try {
            for (int left = MOST_SERIALIZATIONS; !executed(connection, statement, left > 0); left--) {
                // The server undid the statement, so it is repeated.
            }
            statement.getMoreResults();
            return statement;
        } catch (SQLException | RuntimeException | Error e) {
            try {
                statement.close();
            } catch (SQLException second) {
                e.addSuppressed(second);
            }
            throw e;
        }
    }

    private static boolean executed(Connection connection, PreparedStatement statement, boolean again)
            throws SQLException {
        try {
            statement.execute();
            return true;
        } catch (SQLException e) {
            if (again && SERIALIZATION.equals(e.getSQLState()) && connection.getAutoCommit()) {
                return false;
            }
            throw e;
        }
    }

    @Override
    public String insertIfAbsent(String table, String columns, String values) {
        return "INSERT INTO " + table + " (" + columns + ") VALUES (" + values + ") ON CONFLICT DO NOTHING";
    }

    @Override
    public String deleteFirst(String table, String condition, String column, int most) {
        return "DELETE FROM " + table + " WHERE ctid = ANY (ARRAY(SELECT ctid FROM " + table + " WHERE " + condition
                + " ORDER BY " + column + " LIMIT " + most + " FOR UPDATE SKIP LOCKED))";
    }
}
