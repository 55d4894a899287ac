package io.distid.db;

import io.distid.jdbc.Dialect;
import io.distid.jdbc.SqlStatements;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** MySQL and MariaDB, by MySQL's driver. */
final class MySql implements Dialect {
    static final Dialect DIALECT = new MySql();

    /** The server's clock in epoch ms, as the statement began. A local time would not do: an hour in autumn comes twice. */
    static final String NOW = "(UNIX_TIMESTAMP() * 1000 + MICROSECOND(NOW(6)) DIV 1000)";

    static final String DURABILITY =
            "as durable as the server's commits: with innodb_flush_log_at_trx_commit other than 1, or after a failover to a"
                    + " replica that lags, it may count the same ids again; a generator that saw them refuses them";

    /** The server stops waiting for a lock before the socket times out, so that the connection stays good. */
    private static final String LOCK_WAIT = "SESSION innodb_lock_wait_timeout = ";

    /** The counter of a column is not available: it is at its end, or another statement holds it. */
    static final int COUNTER_FAILED = 1467;

    /** Whether the server takes writes. The setting is a number on some servers, a word on others. */
    static final String WRITABLE = "@@global.read_only IN ('0', 'OFF')";

    private static final int DEADLOCK = 1213;
    private static final int LOCK_WAIT_OVER = 1205;
    /** read_only or super_read_only, innodb_read_only, offline_mode, and a session whose transactions are read-only. */
    private static final Set<Integer> READ_ONLY = Set.of(1290, 1836, 3032, 1792);

    private MySql() {}

    @Override
    public String product() {
        return "MySQL";
    }

    @Override
    public String urlPrefix() {
        return "jdbc:mysql://";
    }

    @Override
    public String driver() {
        return "com.mysql.cj.jdbc.Driver";
    }

    @Override
    public String artifact() {
        return "com.mysql:mysql-connector-j, which serves MariaDB, too";
    }

    @Override
    public Map<String, String> properties(Duration timeout, boolean prepared) {
        String millis = Long.toString(timeout.toMillis());
        return Map.of(
                "connectTimeout",
                millis,
                "socketTimeout",
                millis,
                "tcpKeepAlive",
                "true",
                // An id is one short statement. If the driver parsed it each time, that would be a noticeable part of
                // the round trip.
                "cachePrepStmts",
                "true",
                "prepStmtCacheSqlLimit",
                "1024",
                // If the server keeps no prepared statements, or no more of them, the driver goes on without.
                "useServerPrepStmts",
                Boolean.toString(prepared));
    }

    @Override
    public void giveLocksUp(Connection connection) throws SQLException {
        set(connection, LOCK_WAIT + "1");
    }

    @Override
    public void giveLocksUpForNow(Connection connection) throws SQLException {
        set(connection, "@distid_lock_wait = @@SESSION.innodb_lock_wait_timeout, " + LOCK_WAIT + "1");
    }

    @Override
    public void waitForLocksAsBefore(Connection connection) throws SQLException {
        set(connection, LOCK_WAIT + "@distid_lock_wait");
    }

    private static void set(Connection connection, String settings) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET " + settings);
        }
    }

    @Override
    public boolean isRefusal(SQLException e) {
        return e.getErrorCode() != 0;
    }

    /** After a switchover the former primary is such a server, and a connection to it is as useless as a broken one. */
    @Override
    public boolean isReadOnly(SQLException e) {
        return READ_ONLY.contains(e.getErrorCode());
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

    /** Unknown statement handler, and needs to be re-prepared: a proxy may have given the connection another server or session. */
    @Override
    public boolean isUnprepared(SQLException e) {
        return e.getErrorCode() == 1243 || e.getErrorCode() == 1615;
    }

    @Override
    public boolean isCollision(SQLException e) {
        return Set.of(DEADLOCK, LOCK_WAIT_OVER, COUNTER_FAILED).contains(e.getErrorCode());
    }

    @Override
    public boolean isMissing(SQLException e) {
        return e.getErrorCode() == 1146 || e.getErrorCode() == 1049;
    }

    /** Whether a row with that key exists already. */
    static boolean isDuplicate(SQLException e) {
        return e.getErrorCode() == 1062;
    }

    @Override
    public String codes(SQLException e) {
        return e.getErrorCode() + " " + e.getSQLState();
    }

    @Override
    public @Nullable String advice(SQLException e, String user, UnaryOperator<String> key, String address) {
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
            case LOCK_WAIT_OVER, DEADLOCK, COUNTER_FAILED ->
                "others hold the lock; are there transactions that stay open?";
            case 1114, 1021 -> "the server's disk or table is full";
            default -> null;
        };
    }

    @Override
    public String now() {
        return NOW;
    }

    @Override
    public String nowMicros() {
        return "(UNIX_TIMESTAMP() * 1000000 + MICROSECOND(NOW(6)))";
    }

    /**
     * The server sends the value along with its answer, so no second statement can read the value of another session.
     */
    @Override
    public String answering(String value) {
        return "LAST_INSERT_ID(" + value + ")";
    }

    @Override
    public String returning(String value) {
        return "";
    }

    @Override
    public long answered(Connection connection, String sql, Object... values) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(sql, Statement.RETURN_GENERATED_KEYS)) {
            SqlStatements.bind(update, values);
            if (update.executeUpdate() == 0) {
                return 0;
            }
            try (ResultSet answer = update.getGeneratedKeys()) {
                long set = answer.next() ? answer.getLong(1) : 0;
                if (set <= 0) {
                    throw new SQLException("the server's answer lacks the value that it set", "HY000");
                }
                return set;
            }
        }
    }

    @Override
    public int execute(Connection connection, String sql, Object... values) throws SQLException {
        return SqlStatements.execute(connection, sql, values);
    }

    @Override
    public String insertIfAbsent(String table, String columns, String values) {
        return "INSERT IGNORE INTO " + table + " (" + columns + ") VALUES (" + values + ")";
    }

    @Override
    public String deleteFirst(String table, String condition, String column, int most) {
        return "DELETE FROM " + table + " WHERE " + condition + " ORDER BY " + column + " LIMIT " + most;
    }
}
