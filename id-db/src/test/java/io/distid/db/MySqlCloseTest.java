package io.distid.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.distid.BackendException;
import io.distid.IdException;
import io.distid.IdGenerators;
import io.distid.InterruptedIdException;
import io.distid.LongIdGenerator;
import io.distid.spi.IdConfig;
import io.distid.spi.Providers;
import io.distid.spi.SegmentStore;
import io.distid.testservers.Database;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerIdsProvider;
import io.distid.worker.WorkerLease;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Closing what is connected to a server that stands still, or not connected yet; and opening in a thread that is interrupted. */
class MySqlCloseTest {
    private static final Duration SHORT = Duration.ofSeconds(2);

    @Test
    void serverThatStandsStillDoesNotHoldUpClosing() throws Exception {
        try (PrivateServer server = new PrivateServer()) {
            Database database = server.database();
            LongIdGenerator generator =
                    IdGenerators.openLong("mysql-auto-increment", Servers.config(database, "timeout", "500ms"));
            generator.nextId();
            SegmentStore store = Segments.open(Servers.config(database, "timeout", "500ms"));
            Servers.execute(database, "INSERT INTO leaf_alloc (biz_tag, max_id, step) VALUES ('orders', 1, 10)");
            store.claim("orders", 1);
            WorkerIds source = Workers.leased(database, "timeout", "500ms");
            WorkerLease lease = source.acquire(Workers.request(0));
            Awaitility.await("a renewal").until(() -> lease.reservedUntil() > lease.stampedUntil());
            server.server().pause();
            try {
                List<String> took = new ArrayList<>();
                took.add(within("generator", generator::close));
                took.add(within("store", store::close));
                took.add(within("lease and source", () -> {
                    assertThatThrownBy(lease::close).isInstanceOf(BackendException.class);
                    source.close();
                }));
                assertThat(took).allMatch(String::isEmpty);
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
        DatabaseServer<AutoCloseable> server = new DatabaseServer<>(() -> {
            connecting.countDown();
            try {
                closed.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            open.incrementAndGet();
            return open::decrementAndGet;
        });
        CompletableFuture<Throwable> call = CompletableFuture.supplyAsync(() -> catchThrowable(server::connected));
        connecting.await();
        server.close();
        closed.countDown();
        assertThat(call.get()).isInstanceOf(IllegalStateException.class);
        assertThat(open).hasValue(0);

        DatabaseServer<AutoCloseable> unused = new DatabaseServer<>(() -> open::incrementAndGet);
        unused.close();
        assertThatThrownBy(unused::connected).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void closingAKeptConnectionEndsTheCallThatIsUnderWay() throws Exception {
        Database database = Servers.shared().createDatabase();
        IdConfig config = config(database, "30s");
        DedicatedConnection kept =
                new DedicatedConnection(new Connector(config, database.url()), new SqlErrors(config, database.url()));
        CompletableFuture<Throwable> call =
                CompletableFuture.supplyAsync(() -> catchThrowable(() -> kept.call("sleep", connection -> {
                    try (Statement statement = connection.createStatement()) {
                        return statement.execute("SELECT SLEEP(25)");
                    }
                })));
        Awaitility.await("the call")
                .until(() -> Servers.number(
                                database,
                                "SELECT COUNT(*) FROM information_schema.PROCESSLIST WHERE INFO = 'SELECT SLEEP(25)' AND DB = '"
                                        + database.name() + "'")
                        == 1);
        kept.close();
        assertThat(call.get(10, TimeUnit.SECONDS)).isInstanceOf(BackendException.class);
    }

    @Test
    void callThatIsInterruptedWhileItWaitsForAConnectionFailsAsSuch() throws Exception {
        try (PrivateServer server = new PrivateServer()) {
            IdConfig config = config(server.database(), "20s");
            try (io.distid.db.Database pool = new io.distid.db.Database(
                    config, config.text("url"), io.distid.db.Database.Mode.STATEMENTS, 0, 0)) {
                server.server().pause();
                CompletableFuture<Throwable> error = new CompletableFuture<>();
                Thread caller = new Thread(() ->
                        error.complete(catchThrowable(() -> pool.call("wait", connection -> connection.isValid(1)))));
                caller.start();
                Awaitility.await("a wait for the pool").until(() -> waitsForThePool(caller));
                caller.interrupt();
                assertThat(error.get(10, TimeUnit.SECONDS)).isInstanceOf(InterruptedIdException.class);
            } finally {
                server.server().resume();
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
        Awaitility.await("connections to be closed").until(() -> connections(database) <= before);
    }

    private static IdConfig config(Database database, String timeout) {
        WorkerIdsProvider provider = Providers.find(WorkerIdsProvider.class, "mysql");
        return IdConfig.of(provider, Servers.config(database, "timeout", timeout));
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

    /** Empty if it did not take long. */
    private static String within(String what, Runnable close) {
        long start = System.nanoTime();
        close.run();
        Duration took = Duration.ofNanos(System.nanoTime() - start);
        return took.compareTo(SHORT) < 0 ? "" : "closing the " + what + " took " + took;
    }
}
