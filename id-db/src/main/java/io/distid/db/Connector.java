package io.distid.db;

import io.distid.ConfigException;
import io.distid.spi.IdConfig;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Properties;
import java.util.Set;

/** How a database is reached by its address: what the pool and a single connection have in common. */
final class Connector implements ConnectionSource {
    private static final String DRIVER = "com.mysql.cj.jdbc.Driver";
    /** The server gives a lock up before the socket does, so that the connection is still good. */
    private static final String ON_CONNECT = "SET SESSION innodb_lock_wait_timeout = 1";

    private static final Set<String> LOG_IN = Set.of("user", "password");

    private final IdConfig config;
    private final String url;
    private final Duration timeout;
    private final Properties properties = new Properties();

    /** Whose statements are parsed by the driver alone. */
    Connector(IdConfig config, String url) {
        this(config, url, false);
    }

    /**
     * Connects to nothing yet.
     *
     * @param prepared whether the server keeps what it has parsed, for as long as a connection lives
     */
    Connector(IdConfig config, String url, boolean prepared) {
        this.config = config;
        this.url = url;
        this.timeout = config.duration("timeout");
        if (config.has("user")) {
            properties.setProperty("user", config.text("user"));
        }
        if (config.has("password")) {
            properties.setProperty("password", config.secret("password").reveal());
        }
        String millis = Long.toString(timeout.toMillis());
        properties.setProperty("connectTimeout", millis);
        properties.setProperty("socketTimeout", millis);
        properties.setProperty("tcpKeepAlive", "true");
        // An id is one short statement: to parse it anew for each takes the driver a noticeable part of the round trip.
        properties.setProperty("cachePrepStmts", "true");
        properties.setProperty("prepStmtCacheSqlLimit", "1024");
        // Where the server keeps none, or no more of them, the driver goes on without.
        properties.setProperty("useServerPrepStmts", Boolean.toString(prepared));
        refuseWithoutEffect();
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
                if (ours.equalsIgnoreCase(name) && !LOG_IN.contains(ours)) {
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

    /** A connection of its own, with auto-commit on. */
    Connection connect() throws SQLException {
        Connection connection = open();
        try {
            execute(connection, ON_CONNECT);
            return connection;
        } catch (SQLException | RuntimeException | Error e) {
            connection.close();
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

    static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Override
    public TakenConnection take() throws SQLException {
        Connection connection = connect();
        return new TakenConnection(connection, connection::close);
    }

    @Override
    public Duration timeout() {
        return timeout;
    }

    @Override
    public boolean isShared() {
        return false;
    }

    /** Keeps none. */
    @Override
    public void leave(TakenConnection taken) {}

    @Override
    public void close() {}
}
