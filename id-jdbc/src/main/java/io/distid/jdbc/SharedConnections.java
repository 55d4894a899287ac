package io.distid.jdbc;

import io.distid.spi.IdConfig;
import io.distid.spi.SharedObjects;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;

/**
 * Connections of the application's own pool. None is kept between two calls.
 *
 * <p>Each is asked for, and made ready, by a thread of this module: an application's pool may let a caller wait for half a minute, and here it waits for
 * the time-out at most. Nor has that thread a transaction of the application's, so that a proxy which knows those has none to put our statements into, and
 * none of the keys by which a data source routes: all connections lead to one database.
 */
public final class SharedConnections implements ConnectionSource {
    /** Of the first connection, with which a pool may start, and read its driver's classes: nothing has waited for ids yet. */
    private static final Duration FIRST = Duration.ofSeconds(30);

    private static final AtomicInteger COUNT = new AtomicInteger();

    private static final String CLOSED = "what it was for is closed";

    private final Dialect dialect;
    private final IdConfig config;
    private final DataSource dataSource;
    private final Duration timeout;
    private final ThreadPoolExecutor borrowers;
    private volatile boolean known;

    /** The application's pool had none in time. */
    public static final class NoneFree extends SQLException {
        private static final long serialVersionUID = 1L;

        NoneFree(String message, Throwable cause) {
            super(message, cause);
        }
    }

    /** Asks for none yet. */
    public SharedConnections(Dialect dialect, IdConfig config) {
        for (String key : new String[] {"user", "password"}) {
            if (config.has(key)) {
                throw config.invalid(key, JdbcKeys.besides(config));
            }
        }
        this.dialect = dialect;
        this.config = config;
        this.dataSource = SharedObjects.get(config, JdbcKeys.DATA_SOURCE.name(), DataSource.class);
        this.timeout = config.duration("timeout");
        // One more for what is repeated each second, beside the calls.
        int most = Math.toIntExact(config.integer("pool-size")) + 1;
        String name = "distid-connections-" + COUNT.incrementAndGet();
        this.borrowers = new ThreadPoolExecutor(most, most, 5, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
            // Without what it would inherit: a data source may route by that.
            Thread made = new Thread(null, task, name, 0, false);
            made.setDaemon(true);
            return made;
        });
        // They come and go with the calls.
        borrowers.allowCoreThreadTimeOut(true);
    }

    @Override
    public <T> T use(PooledDatabase.Work<T> work) throws SQLException {
        LentConnection lent = borrow();
        try {
            return work.on(lent.connection());
        } catch (SQLException | RuntimeException | Error e) {
            // What else the application's pool holds is its own; each call that meets such a connection ends that one.
            if (dialect.mayLeaveAnAnswer(e) || dialect.wantsNewConnection(e)) {
                ConnectionSource.abort(lent.connection());
            }
            throw e;
        } finally {
            lent.giveBack();
        }
    }

    /** None: the application needs them. */
    @Override
    public Connection keep() {
        return null;
    }

    @Override
    public Duration timeout() {
        return timeout;
    }

    @Override
    public void close() {
        borrowers.shutdownNow();
    }

    private LentConnection borrow() throws SQLException {
        Duration patience = known || timeout.compareTo(FIRST) > 0 ? timeout : FIRST;
        CompletableFuture<LentConnection> taken = new CompletableFuture<>();
        Future<?> borrowing;
        try {
            borrowing = borrowers.submit(() -> borrow(taken));
        } catch (RejectedExecutionException e) {
            throw new SQLException(CLOSED, e);
        }
        try {
            return taken.get(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            return giveUp(taken, borrowing, new NoneFree("none was free within " + patience.toMillis() + " ms", e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return giveUp(taken, borrowing, new SQLException("interrupted", e));
        } catch (ExecutionException e) {
            throw thrown(e.getCause());
        }
    }

    /** It may have come in this very moment. */
    private static LentConnection giveUp(
            CompletableFuture<LentConnection> taken, Future<?> borrowing, SQLException failure) throws SQLException {
        if (taken.completeExceptionally(failure)) {
            borrowing.cancel(true);
        }
        try {
            return taken.join();
        } catch (CompletionException e) {
            throw thrown(e.getCause());
        }
    }

    private static SQLException thrown(Throwable cause) {
        if (cause instanceof RuntimeException unchecked) {
            throw unchecked;
        }
        if (cause instanceof Error error) {
            throw error;
        }
        return (SQLException) cause;
    }

    private void borrow(CompletableFuture<LentConnection> taken) {
        try {
            LentConnection ready = LentConnection.of(dialect, connection(), timeout);
            if (!taken.complete(ready)) {
                // Nobody waits for it any more; whoever gave up may have interrupted this thread.
                Thread.interrupted();
                ready.giveBack();
            }
        } catch (Throwable e) {
            // Closing interrupts this thread, and not the one that waits.
            taken.completeExceptionally(borrowers.isShutdown() ? new SQLException(CLOSED) : e);
        }
    }

    private Connection connection() throws SQLException {
        Connection connection;
        try {
            connection = dataSource.getConnection();
        } catch (SQLException e) {
            // A pool that has none says so in words of its own; a server that refuses, or cannot be reached, has a code
            // or a state.
            if (!dialect.isRefusal(e) && !dialect.isBrokenLink(e)) {
                throw new NoneFree(String.valueOf(e.getMessage()), e);
            }
            throw e;
        }
        if (!known) {
            try {
                requireFit(connection);
                known = true;
            } catch (SQLException | RuntimeException | Error e) {
                ConnectionSource.close(connection);
                throw e;
            }
        }
        return connection;
    }

    /**
     * Refuses an application's data source on which ids could repeat, or cannot be drawn. What of the driver the statements rest on is not the same in
     * others, such as what an UPDATE answers.
     */
    private void requireFit(Connection connection) throws SQLException {
        String driver = String.valueOf(connection.getMetaData().getDriverName());
        if (!driver.startsWith(dialect.product())) {
            throw invalid("a DataSource of " + dialect.product() + "'s driver (" + dialect.artifact() + "), not of \""
                    + driver + "\"");
        }
        // Several servers that answer in turn count by themselves. What follows may be a password.
        if (!String.valueOf(connection.getMetaData().getURL()).startsWith(dialect.urlPrefix())) {
            throw invalid("a DataSource whose URL begins with " + dialect.urlPrefix());
        }
        if (connection.isReadOnly()) {
            throw invalid("a DataSource whose connections may write, and these are set to be read-only");
        }
        if (connection.getTransactionIsolation() < Connection.TRANSACTION_READ_COMMITTED) {
            throw invalid(
                    "a DataSource whose connections read only what is committed, and these have isolation READ UNCOMMITTED");
        }
    }

    private RuntimeException invalid(String allowed) {
        return config.invalid(JdbcKeys.DATA_SOURCE.name(), allowed);
    }
}
