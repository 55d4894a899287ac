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
 * Connections of the application's own pool. No connection is kept between two calls.
 *
 * <p>A thread of this module borrows and prepares each connection. An application's pool may make a caller wait for half a minute; here a caller waits for
 * the time-out at most. The thread has no transaction of the application, so no proxy can put distid's statements into one. It also has no key that a data
 * source could route by, so all connections lead to one database.
 */
public final class SharedConnections implements ConnectionSource {
    /**
     * The time for the first connection, with which a pool may start and load its driver. No call has waited for ids
     * before.
     */
    private static final Duration FIRST = Duration.ofSeconds(30);

    private static final AtomicInteger COUNT = new AtomicInteger();

    private static final String CLOSED = "the generator or store that used these connections is closed";

    private final Dialect dialect;
    private final IdConfig config;
    private final DataSource dataSource;
    private final Duration timeout;
    private final ThreadPoolExecutor borrowers;
    private volatile boolean known;

    /** The application's pool had no free connection in time. */
    public static final class NoneFree extends SQLException {
        private static final long serialVersionUID = 1L;

        NoneFree(String message, Throwable cause) {
            super(message, cause);
        }
    }

    /** Creates a source, which asks for no connection yet. */
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
        // One more thread, for the step that is repeated each second beside the calls.
        int most = Math.toIntExact(config.integer("pool-size")) + 1;
        String name = "distid-connections-" + COUNT.incrementAndGet();
        this.borrowers = new ThreadPoolExecutor(most, most, 5, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
            // The thread inherits no thread-locals, since a data source may route by those.
            Thread made = new Thread(null, task, name, 0, false);
            made.setDaemon(true);
            return made;
        });
        // The threads come and go with the calls.
        borrowers.allowCoreThreadTimeOut(true);
    }

    @Override
    public <T> T use(PooledDatabase.Work<T> work) throws SQLException {
        LentConnection lent = borrow();
        try {
            return work.on(lent.connection());
        } catch (SQLException | RuntimeException | Error e) {
            // The other connections belong to the application. Each call ends only the bad connection that it meets.
            if (dialect.mayLeaveAnAnswer(e) || dialect.wantsNewConnection(e)) {
                ConnectionSource.abort(lent.connection());
            }
            throw e;
        } finally {
            lent.giveBack();
        }
    }

    /** Returns null, since the application needs its connections. */
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

    /** Gives up, unless the connection has come at this very moment. */
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
                // The caller has given up, and may have interrupted this thread.
                Thread.interrupted();
                ready.giveBack();
            }
        } catch (Throwable e) {
            // A close interrupts this thread, not the waiting caller.
            taken.completeExceptionally(borrowers.isShutdown() ? new SQLException(CLOSED) : e);
        }
    }

    private Connection connection() throws SQLException {
        Connection connection;
        try {
            connection = dataSource.getConnection();
        } catch (SQLException e) {
            // An empty pool reports that in its own words. A server that refuses or cannot be reached has a code or a
            // state.
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
     * Refuses a data source of the application whose ids could repeat, or that cannot issue ids. The statements depend on one driver, for example on
     * its answer to an UPDATE.
     */
    private void requireFit(Connection connection) throws SQLException {
        String driver = String.valueOf(connection.getMetaData().getDriverName());
        if (!driver.startsWith(dialect.product())) {
            throw invalid("a DataSource of " + dialect.product() + "'s driver (" + dialect.artifact() + "), not of \""
                    + driver + "\"");
        }
        // Several servers that answer in turn count each by itself. The message omits the rest of the URL, which may
        // hold a password.
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
