package io.distid.db;

import io.distid.ConfigException;
import io.distid.spi.IdConfig;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;

/** Opens connections to one address of MySQL or MariaDB. */
final class MySqlConnector implements ConnectionSource {
    private static final String DRIVER = "com.mysql.cj.jdbc.Driver";

    private final IdConfig config;
    private final String url;
    private final Duration timeout;
    private final Properties properties = new Properties();

    /**
     * Connects to nothing yet.
     *
     * @param prepared whether the server keeps what it has parsed, for as long as a connection lives
     */
    MySqlConnector(IdConfig config, String url, boolean prepared) {
        this.config = config;
        this.url = url;
        this.timeout = config.duration("timeout");
        String millis = Long.toString(timeout.toMillis());
        properties.putAll(Map.of(
                "connectTimeout",
                millis,
                "socketTimeout",
                millis,
                "tcpKeepAlive",
                "true",
                // An id is one short statement: to parse it anew for each takes the driver a noticeable part of the
                // round trip.
                "cachePrepStmts",
                "true",
                "prepStmtCacheSqlLimit",
                "1024",
                // Where the server keeps none, or no more of them, the driver goes on without.
                "useServerPrepStmts",
                Boolean.toString(prepared)));
        refuseWithoutEffect();
        if (config.has("user")) {
            properties.setProperty("user", config.text("user"));
        }
        if (config.has("password")) {
            properties.setProperty("password", config.secret("password").reveal());
        }
        try {
            Class.forName(DRIVER);
        } catch (ClassNotFoundException e) {
            throw new ConfigException(
                    "MySQL's driver " + DRIVER + " is not on the class path: add mysql-connector-j", e);
        }
    }

    /** The driver takes our properties and passes over the URL's, whatever they are set to. */
    private void refuseWithoutEffect() {
        for (String option : url.substring(url.indexOf('?') + 1).split("&")) {
            String name = option.substring(0, Math.max(0, option.indexOf('=')));
            for (String ours : properties.stringPropertyNames()) {
                if (ours.equalsIgnoreCase(name)) {
                    throw config.invalid(
                            "url",
                            "without option " + ours + ", which has no effect"
                                    + (ours.endsWith("Timeout")
                                            ? ": key \"" + config.fullName("timeout") + "\" sets it"
                                            : " here"));
                }
            }
        }
    }

    @Override
    public Connection keep() throws SQLException {
        Connection connection = open();
        try {
            MySqlSession.giveLocksUp(connection);
            return connection;
        } catch (SQLException | RuntimeException | Error e) {
            ConnectionSource.close(connection);
            throw e;
        }
    }

    /** What a pool logs of a failure holds no secret either. */
    private Connection open() throws SQLException {
        try {
            return DriverManager.getConnection(url, properties);
        } catch (SQLException | RuntimeException e) {
            Throwable shown = config.hide(e);
            if (shown == e) {
                throw e;
            }
            SQLException copy = e instanceof SQLException sql
                    ? new SQLException(shown.getMessage(), sql.getSQLState(), sql.getErrorCode(), shown.getCause())
                    : new SQLException(shown.toString(), shown.getCause());
            copy.setStackTrace(e.getStackTrace());
            for (Throwable suppressed : shown.getSuppressed()) {
                copy.addSuppressed(suppressed);
            }
            throw copy;
        }
    }

    @Override
    public <T> T use(PooledDatabase.Work<T> work) throws SQLException {
        Connection connection = keep();
        try {
            return work.on(connection);
        } finally {
            ConnectionSource.close(connection);
        }
    }

    @Override
    public Duration timeout() {
        return timeout;
    }

    /** Keeps none. */
    @Override
    public void close() {}
}
