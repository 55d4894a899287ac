package io.distid.jdbc;

import io.distid.ConfigException;
import io.distid.spi.IdConfig;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Properties;

/** Opens connections to one address. */
public final class Connector implements ConnectionSource {
    private final Dialect dialect;
    private final IdConfig config;
    private final String url;
    private final Duration timeout;
    private final Properties properties = new Properties();

    /**
     * Creates a connector, which connects later.
     *
     * @param prepared whether the server keeps parsed statements as long as a connection lives
     */
    public Connector(Dialect dialect, IdConfig config, String url, boolean prepared) {
        this.dialect = dialect;
        this.config = config;
        this.url = url;
        this.timeout = config.duration("timeout");
        properties.putAll(dialect.properties(timeout, prepared));
        refuseWithoutEffect();
        if (config.has("user")) {
            properties.setProperty("user", config.text("user"));
        }
        if (config.has("password")) {
            properties.setProperty("password", config.secret("password").reveal());
        }
        try {
            Class.forName(dialect.driver());
        } catch (ClassNotFoundException e) {
            throw new ConfigException(
                    dialect.product() + "'s driver " + dialect.driver() + " is not on the class path: add "
                            + dialect.artifact(),
                    e);
        }
    }

    /** Refuses properties of the URL that would have no effect: the driver prefers distid's own. */
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
            dialect.giveLocksUp(connection);
            return connection;
        } catch (SQLException | RuntimeException | Error e) {
            ConnectionSource.close(connection);
            throw e;
        }
    }

    /** Opens a connection. Errors are rewritten, so that a pool's log holds no secret either. */
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

    /** Does nothing, since this keeps no connection. */
    @Override
    public void close() {}
}
