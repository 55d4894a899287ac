package io.distid.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A small pool of HikariCP, with three additions. A connection on which an answer may be unread is not used again. All connections are dropped once a
 * connection led to a read-only server. A close does not wait for a server that stands still.
 */
final class OwnPool implements ConnectionSource {
    /** The address may lead to another server by then. HikariCP's minimum is half of this. */
    private static final long MAX_LIFE_MILLIS = 60_000;

    private final ConnectionSource connector;
    private final HikariDataSource pool;
    private final Dialect dialect;

    /** Creates a pool, which connects later; {@code idle} connections stay open. */
    OwnPool(Dialect dialect, String name, ConnectionSource connector, boolean autoCommit, int size, int idle) {
        this.dialect = dialect;
        this.connector = connector;
        long timeout = connector.timeout().toMillis();
        HikariConfig settings = new HikariConfig();
        settings.setPoolName("distid-" + name);
        settings.setDataSource(new ConnectorDataSource(connector));
        settings.setConnectionTimeout(timeout);
        settings.setValidationTimeout(Math.max(250, timeout / 2));
        settings.setInitializationFailTimeout(-1);
        settings.setMaximumPoolSize(size);
        settings.setMinimumIdle(idle);
        settings.setIdleTimeout(MAX_LIFE_MILLIS / 2);
        settings.setMaxLifetime(MAX_LIFE_MILLIS);
        settings.setKeepaliveTime(0);
        settings.setAutoCommit(autoCommit);
        this.pool = new HikariDataSource(settings);
    }

    @Override
    public <T> T use(PooledDatabase.Work<T> work) throws SQLException {
        Connection connection = pool.getConnection();
        try {
            return work.on(connection);
        } catch (SQLException | RuntimeException | Error e) {
            if (dialect.mayLeaveAnAnswer(e)) {
                pool.evictConnection(connection);
            }
            if (dialect.wantsNewConnection(e)) {
                pool.getHikariPoolMXBean().softEvictConnections();
            }
            throw e;
        } finally {
            ConnectionSource.close(connection);
        }
    }

    @Override
    public @Nullable Connection keep() throws SQLException {
        return connector.keep();
    }

    @Override
    public Duration timeout() {
        return connector.timeout();
    }

    /**
     * Waits no longer than the time-out. If a server does not answer, closing its connection takes up to 10 s, and goes on in
     * the background. An interrupted thread does not wait.
     */
    @Override
    public void close() {
        Thread closing = new Thread(pool::close, pool.getPoolName() + "-close");
        closing.setDaemon(true);
        closing.start();
        try {
            closing.join(timeout().toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
