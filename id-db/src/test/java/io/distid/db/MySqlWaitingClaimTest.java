package io.distid.db;

import static io.distid.testkit.Eventually.LIMIT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.distid.IdGenerators;
import io.distid.LongIdGenerator;
import io.distid.StoreRegressedException;
import io.distid.spi.IdConfig;
import io.distid.spi.Segment;
import io.distid.spi.SegmentStore;
import io.distid.spi.SharedObjects;
import io.distid.sql.Servers;
import io.distid.testservers.Database;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A call waits for a connection while others are granted ids, and then the store goes back behind them, as a failover that loses writes sets it back. */
class MySqlWaitingClaimTest {
    private final String name = "waiting-" + UUID.randomUUID();
    private final Database database = Servers.shared().createDatabase();
    private final Waiting pool = new Waiting();
    private SharedObjects.Registration registration;

    /** Does something once, before it gives the next connection, or when that comes back. */
    private static final class Waiting extends HikariDataSource {
        private final AtomicReference<Runnable> meanwhile = new AtomicReference<>();
        private final AtomicReference<Runnable> afterwards = new AtomicReference<>();

        @Override
        public Connection getConnection() throws SQLException {
            run(meanwhile);
            Connection taken = super.getConnection();
            return (Connection) Proxy.newProxyInstance(
                    Connection.class.getClassLoader(),
                    new Class<?>[] {Connection.class},
                    (proxy, method, arguments) -> {
                        if (method.getName().equals("close")) {
                            run(afterwards);
                        }
                        try {
                            return method.invoke(taken, arguments);
                        } catch (InvocationTargetException e) {
                            throw e.getCause();
                        }
                    });
        }

        private static void run(AtomicReference<Runnable> action) {
            Runnable once = action.getAndSet(null);
            if (once != null) {
                once.run();
            }
        }
    }

    @BeforeEach
    void lend() {
        pool.setJdbcUrl(database.url());
        pool.setUsername(database.user());
        pool.setPassword(database.password());
        pool.setMaximumPoolSize(4);
        registration = SharedObjects.register(name, pool);
    }

    @AfterEach
    void close() {
        registration.close();
        pool.close();
    }

    private void setBack(String... statements) {
        try {
            for (String statement : statements) {
                Servers.execute(database, statement);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private void setBack(String strategy, long next) {
        if (strategy.equals("mysql-update")) {
            setBack("UPDATE distid_counters SET value = " + (next - 1));
        } else {
            String table = strategy.equals("mysql-replace-into") ? "distid_tickets" : "distid_auto_increment";
            setBack("TRUNCATE TABLE " + table, "ALTER TABLE " + table + " AUTO_INCREMENT = " + next);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"mysql-update", "mysql-auto-increment", "mysql-replace-into"})
    void idsThatAreGrantedMeanwhileAreNotGrantedAgain(String strategy) {
        Map<String, String> settings = Map.of("data-source", name, "create", "true", "timeout", "60s");
        try (LongIdGenerator ids = IdGenerators.openLong(strategy, settings)) {
            ids.nextId();
            pool.meanwhile.set(() -> {
                long[] granted = new long[10];
                ids.nextIds(granted, 0, 10);
                setBack(strategy, granted[5]);
            });
            assertThatThrownBy(ids::nextId).isInstanceOf(StoreRegressedException.class);
        }
    }

    /** The answer is there, and the thread has no core: the counter goes back, and another call is granted what it had granted this one. */
    @ParameterizedTest
    @ValueSource(strings = {"mysql-update", "mysql-auto-increment", "mysql-replace-into"})
    void idsThatAreGrantedTwiceToCallsAtOneTimeAreOnes(String strategy) {
        Map<String, String> settings = Map.of("data-source", name, "create", "true", "timeout", "60s");
        try (LongIdGenerator ids = IdGenerators.openLong(strategy, settings)) {
            long first = ids.nextId();
            long[] other = new long[1];
            pool.afterwards.set(() -> {
                setBack(strategy, first + 1);
                other[0] = ids.nextId();
            });
            assertThatThrownBy(ids::nextId)
                    .isInstanceOf(StoreRegressedException.class)
                    .hasMessageContaining(String.valueOf(first + 1));
            assertThat(other[0]).isEqualTo(first + 1);
            // What another node drew before may be next.
            assertThatThrownBy(ids::nextId).isInstanceOf(StoreRegressedException.class);
            setBack(strategy, first + 100);
            assertThat(ids.nextId()).isEqualTo(first + 100);
        }
    }

    /** A third call is under way, which was sent before: what it is granted does not have the counter trusted again. */
    @ParameterizedTest
    @ValueSource(strings = {"mysql-update", "mysql-auto-increment", "mysql-replace-into"})
    void aCounterThatGrantedAnIdTwiceIsRefusedThoughAThirdCallMovedIt(String strategy) throws Exception {
        Map<String, String> settings =
                Map.of("data-source", name, "create", "true", "timeout", "60s", "pool-size", "4");
        try (LongIdGenerator ids = IdGenerators.openLong(strategy, settings)) {
            long first = ids.nextId();
            CountDownLatch moved = new CountDownLatch(1);
            CountDownLatch refused = new CountDownLatch(1);
            FutureTask<Long> third = new FutureTask<>(ids::nextId);
            pool.afterwards.set(() -> {
                setBack(strategy, first + 1);
                assertThat(ids.nextId()).isEqualTo(first + 1);
                pool.afterwards.set(() -> {
                    moved.countDown();
                    await(refused);
                });
                new Thread(third, "third").start();
                await(moved);
            });
            assertThatThrownBy(ids::nextId).isInstanceOf(StoreRegressedException.class);
            refused.countDown();
            assertThatThrownBy(() -> third.get(LIMIT.toMillis(), TimeUnit.MILLISECONDS))
                    .hasCauseInstanceOf(StoreRegressedException.class);
            assertThatThrownBy(ids::nextId).isInstanceOf(StoreRegressedException.class);
            setBack(strategy, first + 100);
            assertThat(ids.nextId()).isEqualTo(first + 100);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(LIMIT.toMillis(), TimeUnit.MILLISECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aSegmentThatIsGrantedMeanwhileIsNotGrantedAgain() throws SQLException {
        Servers.createLeafTable(database);
        Servers.execute(database, "INSERT INTO leaf_alloc (biz_tag, max_id, step) VALUES ('orders', 1, 10)");
        MySqlSegmentStoreProvider provider = new MySqlSegmentStoreProvider();
        try (SegmentStore store = provider.open(IdConfig.of(provider, Map.of("data-source", name, "timeout", "60s")))) {
            store.claim("orders", 10);
            pool.meanwhile.set(() -> {
                Segment granted = store.claim("orders", 10);
                setBack("UPDATE leaf_alloc SET max_id = " + granted.start());
            });
            assertThatThrownBy(() -> store.claim("orders", 10)).isInstanceOf(StoreRegressedException.class);
        }
    }

    @Test
    void aSegmentThatIsGrantedTwiceToCallsAtOneTimeIsOnes() throws SQLException {
        Servers.createLeafTable(database);
        Servers.execute(database, "INSERT INTO leaf_alloc (biz_tag, max_id, step) VALUES ('orders', 1, 10)");
        MySqlSegmentStoreProvider provider = new MySqlSegmentStoreProvider();
        try (SegmentStore store = provider.open(IdConfig.of(provider, Map.of("data-source", name, "timeout", "60s")))) {
            Segment first = store.claim("orders", 10);
            Segment[] other = new Segment[1];
            pool.afterwards.set(() -> {
                setBack("UPDATE leaf_alloc SET max_id = " + first.end());
                other[0] = store.claim("orders", 10);
            });
            assertThatThrownBy(() -> store.claim("orders", 10))
                    .isInstanceOf(StoreRegressedException.class)
                    .hasMessageContaining("two calls at one time");
            assertThat(other[0].start()).isEqualTo(first.end());
            assertThatThrownBy(() -> store.claim("orders", 10)).isInstanceOf(StoreRegressedException.class);
            setBack("UPDATE leaf_alloc SET max_id = 100");
            assertThat(store.claim("orders", 10)).isEqualTo(new Segment(100, 110));
        }
    }
}
