package io.distid.db;

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
 * Connections of the application's own pool.
 *
 * <p>Each is asked for, and made ready, by a thread of this module: an application's pool may let a caller wait for half a minute, and here it waits for
 * the time-out at most. Nor has that thread a transaction of the application's, so that a proxy which knows those has none to put our statements into, and
 * none of the keys by which a data source routes: all connections lead to one database.
 *
 * <p>No connection is kept between two calls. What its session is changed in while it is used here (auto-commit, read-only, an isolation level other than READ
 * COMMITTED and REPEATABLE READ, the wait for locks, the time-out of the network) is put back before it is given back; one that this fails for is ended.
 */
final class SharedConnections implements ConnectionSource {
    private static final String WAIT_FOR_LOCKS =
            "SET @distid_lock_wait = @@SESSION.innodb_lock_wait_timeout, SESSION innodb_lock_wait_timeout = 1";
    private static final String WAIT_AS_BEFORE = "SET SESSION innodb_lock_wait_timeout = @distid_lock_wait";

    /** Of the first connection, with which a pool may start, and read its driver's classes: nothing has waited for ids yet. */
    private static final Duration FIRST = Duration.ofSeconds(30);

    private static final AtomicInteger COUNT = new AtomicInteger();

    private static final String CLOSED = "what it was for is closed";

    private final IdConfig config;
    private final DataSource dataSource;
    private final Duration timeout;
    private final ThreadPoolExecutor borrowers;
    private volatile boolean known;

    private SharedConnections(IdConfig config, DataSource dataSource) {
        this.config = config;
        this.dataSource = dataSource;
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

    static SharedConnections of(IdConfig config) {
        for (String key : new String[] {"user", "password"}) {
            if (config.has(key)) {
                throw config.invalid(key, MySqlKeys.besides(config));
            }
        }
        return new SharedConnections(config, SharedObjects.get(config, MySqlKeys.DATA_SOURCE.name(), DataSource.class));
    }

    /** The application's pool had none in time. */
    static final class NoneFree extends SQLException {
        private static final long serialVersionUID = 1L;

        NoneFree(String message, Throwable cause) {
            super(message, cause);
        }
    }

    @Override
    public TakenConnection take() throws SQLException {
        Duration patience = known || timeout.compareTo(FIRST) > 0 ? timeout : FIRST;
        CompletableFuture<TakenConnection> taken = new CompletableFuture<>();
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
    private static TakenConnection giveUp(
            CompletableFuture<TakenConnection> taken, Future<?> borrowing, SQLException failure) throws SQLException {
        if (taken.completeExceptionally(failure)) {
            borrowing.cancel(true);
            throw failure;
        }
        try {
            return taken.getNow(null);
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

    @Override
    public Duration timeout() {
        return timeout;
    }

    @Override
    public boolean isShared() {
        return true;
    }

    /** What else the application's pool holds is its own; each call that meets such a connection ends that one. */
    @Override
    public void leave(TakenConnection taken) {
        taken.abort();
    }

    @Override
    public void close() {
        borrowers.shutdownNow();
    }

    private void borrow(CompletableFuture<TakenConnection> taken) {
        try {
            TakenConnection ready = ready(connection());
            if (!taken.complete(ready)) {
                // Nobody waits for it any more; whoever gave up may have interrupted this thread.
                Thread.interrupted();
                ready.close();
            }
        } catch (Throwable e) {
            // Closing interrupts this thread, and not the one that waits.
            taken.completeExceptionally(borrowers.isShutdown() ? new SQLException(CLOSED) : e);
        }
    }

    private Connection connection() throws SQLException {
        try {
            return dataSource.getConnection();
        } catch (SQLException e) {
            // A pool that has none says so in words of its own; a server that refuses, or cannot be reached, has a code
            // or a state.
            if (e.getErrorCode() == 0 && !SqlErrors.isBrokenLink(e)) {
                throw new NoneFree(String.valueOf(e.getMessage()), e);
            }
            throw e;
        }
    }

    /** What of the driver the statements rest on is not the same in others, such as what an UPDATE answers. */
    private void requireDriver(Connection connection) throws SQLException {
        if (!known) {
            String driver = String.valueOf(connection.getMetaData().getDriverName());
            if (!driver.startsWith("MySQL")) {
                throw config.invalid(
                        MySqlKeys.DATA_SOURCE.name(), "a DataSource of MySQL's driver, not of \"" + driver + "\"");
            }
            // Several servers that answer in turn count by themselves. What follows may be a password.
            if (!String.valueOf(connection.getMetaData().getURL()).startsWith("jdbc:mysql://")) {
                throw config.invalid(MySqlKeys.DATA_SOURCE.name(), "a DataSource whose URL begins with jdbc:mysql://");
            }
            known = true;
        }
    }

    private TakenConnection ready(Connection connection) throws SQLException {
        try {
            requireDriver(connection);
        } catch (SQLException | RuntimeException | Error e) {
            // The caller's is why it is not used, whatever closing it throws.
            try (connection) {
                throw e;
            }
        }
        try {
            int network = connection.getNetworkTimeout();
            connection.setNetworkTimeout(Runnable::run, Math.toIntExact(timeout.toMillis()));
            boolean autoCommit = connection.getAutoCommit();
            connection.setAutoCommit(true);
            boolean readOnly = connection.isReadOnly();
            if (readOnly) {
                connection.setReadOnly(false);
            }
            int isolation = connection.getTransactionIsolation();
            boolean fits = isolation == Connection.TRANSACTION_READ_COMMITTED
                    || isolation == Connection.TRANSACTION_REPEATABLE_READ;
            if (!fits) {
                connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            }
            Connector.execute(connection, WAIT_FOR_LOCKS);
            return new TakenConnection(connection, () -> {
                try (connection) {
                    try {
                        if (!connection.isClosed()) {
                            if (!connection.getAutoCommit()) {
                                connection.rollback();
                                connection.setAutoCommit(true);
                            }
                            Connector.execute(connection, WAIT_AS_BEFORE);
                            if (!fits) {
                                connection.setTransactionIsolation(isolation);
                            }
                            if (readOnly) {
                                connection.setReadOnly(true);
                            }
                            connection.setAutoCommit(autoCommit);
                            connection.setNetworkTimeout(Runnable::run, network);
                        }
                    } catch (SQLException | RuntimeException | Error e) {
                        // Before it is given back: what a pool has again is not ended by its former wrapper.
                        end(connection, e);
                        throw e;
                    }
                }
            });
        } catch (SQLException | RuntimeException | Error e) {
            // Nobody knows how far it is changed.
            try (connection) {
                end(connection, e);
                throw e;
            }
        }
    }

    /** After an error, which stays the caller's. */
    private static void end(Connection connection, Throwable error) {
        try {
            connection.abort(Runnable::run);
        } catch (SQLException | RuntimeException e) {
            error.addSuppressed(e);
        }
    }
}
