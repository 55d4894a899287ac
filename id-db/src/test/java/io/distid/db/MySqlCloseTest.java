package io.distid.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.distid.BackendException;
import io.distid.IdException;
import io.distid.IdGenerators;
import io.distid.InterruptedIdException;
import io.distid.LongIdGenerator;
import io.distid.jdbc.Connector;
import io.distid.jdbc.DatabaseServers;
import io.distid.jdbc.DedicatedConnection;
import io.distid.jdbc.PooledDatabase;
import io.distid.jdbc.SqlErrors;
import io.distid.spi.IdConfig;
import io.distid.spi.Providers;
import io.distid.spi.SegmentStore;
import io.distid.sql.PrivateServer;
import io.distid.sql.Segments;
import io.distid.sql.Servers;
import io.distid.sql.Workers;
import io.distid.testkit.Eventually;
import io.distid.testkit.Leases;
import io.distid.testservers.Database;
import io.distid.worker.RenewedLease;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerIdsProvider;
import java.net.SocketTimeoutException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Closing what is connected to a server that stands still, or not connected yet; and opening in a thread that is interrupted. */
class MySqlCloseTest {
    /** The limit is for a close that would wait for ever. */
    @Test
    @Timeout(value = 3, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void serverThatStandsStillDoesNotHoldUpClosing() throws Exception {
        try (PrivateServer server = new PrivateServer()) {
            Database database = server.database();
            Servers.createLeafTable(database);
            Servers.execute(database, "INSERT INTO leaf_alloc (biz_tag, max_id, step) VALUES ('orders', 1, 10)");
            Map<String, String> config = Servers.config(database, "timeout", "500ms");
            LongIdGenerator generator =
                    Eventually.untilAnswered(() -> IdGenerators.openLong("mysql-auto-increment", config));
            Eventually.untilAnswered(generator::nextId);
            SegmentStore store = Eventually.untilAnswered(() -> Segments.open(config));
            Eventually.untilAnswered(() -> store.claim("orders", 1));
            WorkerIds source = Eventually.untilAnswered(() -> Workers.leased(database, "timeout", "500ms"));
            RenewedLease lease = Eventually.untilAnswered(() -> Leases.byHand(source, Workers.request(0)));
            Eventually.await("a connection for renewals").until(lease::renew);
            server.server().pause();
            try {
                generator.close();
                store.close();
                assertThatThrownBy(lease::close).isInstanceOf(BackendException.class);
                source.close();
            } finally {
                server.server().resume();
            }
        }
    }

    @Test
    void serverThatIsClosedWhileItConnectsClosesWhatItThenHas() throws Exception {
        CountDownLatch connecting = new CountDownLatch(1);
        CountDownLatch closed = new CountDownLatch(1);
        AtomicInteger open = new AtomicInteger();
        DatabaseServers<AutoCloseable> server = new DatabaseServers<>(1, index -> {
            connecting.countDown();
            try {
                closed.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            open.incrementAndGet();
            return open::decrementAndGet;
        });
        CompletableFuture<Throwable> call = CompletableFuture.supplyAsync(() -> catchThrowable(() -> server.server(0)));
        connecting.await();
        server.close();
        closed.countDown();
        assertThat(call.get()).isInstanceOf(IllegalStateException.class);
        assertThat(open).hasValue(0);

        DatabaseServers<AutoCloseable> unused = new DatabaseServers<>(1, index -> {
            open.incrementAndGet();
            return open::decrementAndGet;
        });
        unused.close();
        assertThatThrownBy(() -> unused.server(0)).isInstanceOf(IllegalStateException.class);
        assertThat(open).hasValue(0);
    }

    @Test
    void closingAKeptConnectionEndsTheCallThatIsUnderWay() throws Exception {
        Database database = Servers.shared().createDatabase();
        IdConfig config = config(database);
        DedicatedConnection kept = new DedicatedConnection(
                new Connector(MySql.DIALECT, config, database.url(), false),
                new SqlErrors(MySql.DIALECT, config, database.url()));
        CompletableFuture<Throwable> call =
                CompletableFuture.supplyAsync(() -> catchThrowable(() -> kept.call("sleep", connection -> {
                    try (Statement statement = connection.createStatement()) {
                        return statement.execute("SELECT SLEEP(3600)");
                    }
                })));
        Eventually.await("the call")
                .until(() -> Servers.number(
                                database,
                                "SELECT COUNT(*) FROM information_schema.PROCESSLIST WHERE INFO = 'SELECT SLEEP(3600)' AND DB = '"
                                        + database.name() + "'")
                        == 1);
        kept.close();
        assertThat(call.get(Eventually.LIMIT.toSeconds(), TimeUnit.SECONDS))
                .isInstanceOf(BackendException.class)
                .rootCause()
                .as("by the close, not by its time-out")
                .isNotInstanceOf(SocketTimeoutException.class);
    }

    @Test
    void callThatIsInterruptedWhileItWaitsForAConnectionFailsAsSuch() throws Exception {
        try (PrivateServer server = new PrivateServer()) {
            IdConfig config = config(server.database());
            try (PooledDatabase pool = new PooledDatabase(
                    MySql.DIALECT, config, config.text("url"), PooledDatabase.Mode.STATEMENTS, 0, 0)) {
                server.server().pause();
                try {
                    CompletableFuture<Throwable> error = new CompletableFuture<>();
                    Thread caller = new Thread(() -> error.complete(
                            catchThrowable(() -> pool.call("wait", connection -> connection.isValid(1)))));
                    caller.start();
                    Eventually.await("a wait for the pool").until(() -> waitsForThePool(caller));
                    caller.interrupt();
                    assertThat(error.get(Eventually.LIMIT.toSeconds(), TimeUnit.SECONDS))
                            .isInstanceOf(InterruptedIdException.class);
                } finally {
                    server.server().resume();
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"mysql-auto-increment", "mysql-replace-into", "mysql-update", "segments", "mysql"})
    void openingInAnInterruptedThreadFailsAsSuch(String what) throws Exception {
        Database database = Servers.shared().createDatabase();
        long before = connections(database);
        Thread.currentThread().interrupt();
        Throwable error = catchThrowable(() -> {
            switch (what) {
                case "segments" -> Segments.open(Servers.config(database)).close();
                case "mysql" -> Workers.leased(database).close();
                default -> IdGenerators.openLong(what, Servers.config(database)).close();
            }
        });
        assertThat(Thread.interrupted()).as("interrupt status").isTrue();
        assertThat(error).isInstanceOf(IdException.class).hasMessageContaining("interrupted");
        Eventually.await("connections to be closed").until(() -> connections(database) <= before);
    }

    private static IdConfig config(Database database) {
        WorkerIdsProvider provider = Providers.find(WorkerIdsProvider.class, "mysql");
        return IdConfig.of(provider, Servers.config(database));
    }

    private static boolean waitsForThePool(Thread thread) {
        return thread.getState() == Thread.State.TIMED_WAITING
                && Arrays.stream(thread.getStackTrace())
                        .anyMatch(frame -> frame.getClassName().startsWith("com.zaxxer.hikari"));
    }

    private static long connections(Database database) throws Exception {
        return Servers.number(
                database, "SELECT COUNT(*) FROM information_schema.PROCESSLIST WHERE DB = '" + database.name() + "'");
    }
}
