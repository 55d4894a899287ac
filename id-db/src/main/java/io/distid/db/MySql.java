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

    @Override
    public boolean isReadOnly(SQLException e) {
        return MySqlErrors.isReadOnly(e);
    }

    @Override
    public boolean isUnprepared(SQLException e) {
        return MySqlErrors.isUnprepared(e);
    }

    @Override
    public boolean isCollision(SQLException e) {
        return MySqlErrors.isCollision(e);
    }

    @Override
    public boolean isMissing(SQLException e) {
        return MySqlErrors.isMissing(e);
    }

    @Override
    public String codes(SQLException e) {
        return e.getErrorCode() + " " + e.getSQLState();
    }

    @Override
    public @Nullable String advice(SQLException e, String user, UnaryOperator<String> key, String address) {
        return MySqlErrors.advice(e, user, key, address);
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
