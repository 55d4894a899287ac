package io.distid.db;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

/** A small pool, for one {@link PooledDatabase}. Safe for use by any number of threads. */
final class OwnPool implements ConnectionSource {
    /** The address may lead elsewhere by then; HikariCP's least is half of it. */
    private static final long MOST_LIFE_MILLIS = 60_000;

    private final HikariDataSource pool;
    private final Duration timeout;

    /**
     * Connects to nothing yet.
     *
     * @param idle how many connections stay open when nothing is done
     */
    OwnPool(String name, Connector connector, boolean autoCommit, int size, int idle) {
        this.timeout = connector.timeout();
        HikariConfig settings = new HikariConfig();
        settings.setPoolName("distid-" + name);
        settings.setDataSource(new ConnectorDataSource(connector));
        settings.setConnectionTimeout(timeout.toMillis());
        settings.setValidationTimeout(Math.max(250, timeout.toMillis() / 2));
        settings.setInitializationFailTimeout(-1);
        settings.setMaximumPoolSize(size);
        settings.setMinimumIdle(idle);
        settings.setIdleTimeout(MOST_LIFE_MILLIS / 2);
        settings.setMaxLifetime(MOST_LIFE_MILLIS);
        settings.setKeepaliveTime(0);
        settings.setAutoCommit(autoCommit);
        this.pool = new HikariDataSource(settings);
    }

    @Override
    public TakenConnection take() throws SQLException {
        Connection connection = pool.getConnection();
        // Of one that was ended and given back, the pool's next user would learn by an error.
        return new TakenConnection(connection, connection::close, () -> pool.evictConnection(connection));
    }

    @Override
    public Duration timeout() {
        return timeout;
    }

    @Override
    public boolean isShared() {
        return false;
    }

    @Override
    public void leave(TakenConnection taken) {
        pool.getHikariPoolMXBean().softEvictConnections();
    }

    /**
     * Waits no longer than the time-out: to close a connection to a server that does not answer takes up to 10 s, and goes on in
     * the background. An interrupted thread does not wait.
     */
    @Override
    public void close() {
        Thread closing = new Thread(pool::close, pool.getPoolName() + "-close");
        closing.setDaemon(true);
        closing.start();
        try {
            closing.join(timeout.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
