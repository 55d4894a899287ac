package io.distid.db;

import static io.distid.sql.Proxies.proxy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.InterruptedIdException;
import io.distid.spi.IdConfig;
import io.distid.spi.Segment;
import io.distid.spi.SegmentStore;
import io.distid.spi.SharedObjects;
import io.distid.sql.Servers;
import io.distid.sql.Workers;
import io.distid.testkit.Eventually;
import io.distid.testkit.Leases;
import io.distid.testservers.Database;
import io.distid.worker.WorkerIds;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Segments by a pool of the application's. */
class SharedConnectionsTest {
    private final String name = "shared-" + UUID.randomUUID();
    private final Database database = Servers.shared().createDatabase();
    private final HikariDataSource pool = new HikariDataSource();
    private SharedObjects.Registration registration;

    @BeforeEach
    void lend() {
        pool.setJdbcUrl(database.url());
        pool.setUsername(database.user());
        pool.setPassword(database.password());
        pool.setMaximumPoolSize(2);
        pool.setConnectionTimeout(Duration.ofMinutes(10).toMillis());
        registration = SharedObjects.register(name, pool);
    }

    @AfterEach
    void close() {
        registration.close();
        pool.close();
    }

    private static SegmentStore open(Map<String, String> settings) {
        MySqlSegmentStoreProvider provider = new MySqlSegmentStoreProvider();
        return provider.open(IdConfig.of(provider, settings));
    }

    private SegmentStore open(String dataSource) throws SQLException {
        Servers.createLeafTable(database);
        Servers.execute(database, "INSERT IGNORE INTO leaf_alloc (biz_tag, max_id, step) VALUES ('orders', 1, 10)");
        return open(Map.of("data-source", dataSource, "timeout", "2s"));
    }

    /** What a session is like, as far as calls change it. */
    private static List<Object> state(Connection connection) throws SQLException {
        try (var statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT @@SESSION.innodb_lock_wait_timeout")) {
            row.next();
            return List.of(
                    connection.getAutoCommit(),
                    connection.getTransactionIsolation(),
                    connection.getNetworkTimeout(),
                    row.getLong(1));
        }
    }

    /** One connection, which nobody resets and nobody ends but those who abort it. */
    private static DataSource of(Connection one) {
        Connection kept = proxy(
                Connection.class,
                (method, arguments) -> method.getName().equals("close") ? null : method.invoke(one, arguments));
        return proxy(DataSource.class, (method, arguments) -> kept);
    }

    @Test
    void connectionIsGivenBackAsItWas() throws SQLException {
        try (Connection one = database.connect()) {
            try (var statement = one.createStatement()) {
                statement.execute("SET SESSION innodb_lock_wait_timeout = 17");
            }
            one.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
            one.setAutoCommit(false);
            one.setNetworkTimeout(Runnable::run, 12_345);
            List<Object> before = state(one);
            one.rollback();

            String single = name + "-single";
            try (var lent = SharedObjects.register(single, of(one));
                    SegmentStore store = open(single)) {
                assertThat(store.claim("orders", 10)).isEqualTo(new Segment(1, 11));
                assertThat(lent).isNotNull();
            }

            assertThat(state(one)).isEqualTo(before);
            assertThat(before).containsExactly(false, Connection.TRANSACTION_SERIALIZABLE, 12_345, 17L);
        }
    }

    @Test
    void callFailsInTimeWhileTheApplicationHasAllConnectionsAndGoesOnAfterwards() throws Exception {
        try (SegmentStore store = open(name)) {
            Segment first = store.claim("orders", 10);
            List<Connection> all = new ArrayList<>(List.of(pool.getConnection(), pool.getConnection()));
            long start = System.nanoTime();

            assertThatThrownBy(() -> store.claim("orders", 10))
                    .isInstanceOf(BackendException.class)
                    .hasMessageContaining("the application's pool gave no connection: none was free within 2000 ms")
                    .hasMessageContaining(". Check that the database answers the pool. ")
                    .hasMessageContaining("data source \"" + name + "\"")
                    .hasMessageContaining("\"data-source\"");

            // The pool itself would let it wait for ten minutes.
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofMinutes(1));
            Awaitility.await("nobody waits any more")
                    .until(() -> pool.getHikariPoolMXBean().getThreadsAwaitingConnection() == 0);
            for (Connection each : all) {
                each.close();
            }
            assertThat(store.claim("orders", 10).start()).isEqualTo(first.end());
            Awaitility.await("all are given back")
                    .until(() -> pool.getHikariPoolMXBean().getActiveConnections() == 0);
        }
    }

    @Test
    void interruptEndsTheWaitForAConnection() throws Exception {
        try (SegmentStore store = open(name);
                Connection one = pool.getConnection();
                Connection other = pool.getConnection()) {
            assertThat(List.of(one, other)).doesNotHaveDuplicates();
            ExecutorService thread = Executors.newSingleThreadExecutor();
            try {
                Future<Boolean> interrupted = thread.submit((Callable<Boolean>) () -> {
                    Thread.currentThread().interrupt();
                    assertThatThrownBy(() -> store.claim("orders", 10)).isInstanceOf(InterruptedIdException.class);
                    return Thread.interrupted();
                });
                assertThat(interrupted.get()).isTrue();
            } finally {
                thread.shutdownNow();
            }
        }
    }

    @Test
    void noConnectionIsOpenedBesideTheApplications() throws SQLException {
        try (SegmentStore store = open(name);
                Connection one = pool.getConnection()) {
            store.claim("orders", 10);
            // Those that made the table may not have ended yet.
            Eventually.await("connections of the pool alone").until(() -> {
                try (var statement = one.createStatement();
                        ResultSet row = statement.executeQuery(
                                "SELECT COUNT(*) FROM information_schema.processlist WHERE db = DATABASE()")) {
                    row.next();
                    return row.getInt(1) == pool.getHikariPoolMXBean().getTotalConnections();
                }
            });
        }
    }

    @Test
    void connectionIsAskedForWithoutWhatTheThreadOfTheCallerHas() throws SQLException {
        InheritableThreadLocal<String> route = new InheritableThreadLocal<>();
        List<String> seen = new CopyOnWriteArrayList<>();
        DataSource routing = proxy(DataSource.class, (method, arguments) -> {
            seen.add(String.valueOf(route.get()));
            return method.invoke(pool, arguments);
        });
        route.set("another database");
        try (var lent = SharedObjects.register(name + "-routing", routing);
                SegmentStore store = open(name + "-routing")) {
            assertThat(lent).isNotNull();
            store.claim("orders", 10);
        } finally {
            route.remove();
        }
        assertThat(seen).isNotEmpty().containsOnly("null");
    }

    @Test
    void whatCannotBeSharedIsRefused() {
        assertThatThrownBy(() -> open(Map.of("data-source", "nobody's")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("the name of a DataSource that the application shares")
                .hasMessageContaining(name);
        assertThatThrownBy(() -> open(Map.of("data-source", name, "url", "jdbc:mysql://localhost:1/none")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("left out where key \"data-source\" is set");
        assertThatThrownBy(() -> open(Map.of("data-source", name, "password", "s3cr3t")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("left out where key \"data-source\" is set")
                .hasMessageNotContaining("s3cr3t");
        assertThatThrownBy(() -> SharedObjects.register(name, pool))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("already");
    }

    @Test
    void otherDriversAndSeveralServersAreRefused() {
        refuses("H2 JDBC Driver", "jdbc:h2:mem:x", "not of \"H2 JDBC Driver\"");
        refuses("MySQL Connector/J", "jdbc:mysql:loadbalance://s3cr3t@a,b/c", "begins with jdbc:mysql://");
    }

    @Test
    void connectionsThatCannotWriteOrReadWhatIsNotCommittedAreRefused() {
        pool.setReadOnly(true);
        assertThatThrownBy(() -> open(Map.of("data-source", name)))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("\"data-source\"")
                .hasMessageContaining("set to be read-only");
        try (HikariDataSource uncommitted = new HikariDataSource()) {
            pool.copyStateTo(uncommitted);
            uncommitted.setReadOnly(false);
            uncommitted.setTransactionIsolation("TRANSACTION_READ_UNCOMMITTED");
            try (var lent = SharedObjects.register(name + "-uncommitted", uncommitted)) {
                assertThat(lent).isNotNull();
                assertThatThrownBy(() -> open(Map.of("data-source", name + "-uncommitted")))
                        .isInstanceOf(ConfigException.class)
                        .hasMessageContaining("isolation READ UNCOMMITTED");
            }
        }
    }

    /** As Druid's does. */
    @Test
    void firewallThatRefusesSuspiciousQueriesLetsAllStatementsPass() throws SQLException {
        String walled = name + "-walled";
        try (var lent = SharedObjects.register(walled, behindAWall(".*(LIMIT 0|1 = 0|FALSE).*"));
                SegmentStore store = open(walled)) {
            assertThat(lent).isNotNull();
            assertThat(store.claim("orders", 10)).isEqualTo(new Segment(1, 11));
        }
    }

    @Test
    void firewallThatRefusesTablesOfTheServerInSubqueriesLetsWorkerIdsPass() {
        String walled = name + "-walled";
        DataSource wall = behindAWall(".*\\(SELECT [^(]*FROM (information|performance)_schema.*");
        try (var lent = SharedObjects.register(walled, wall);
                WorkerIds ids = Workers.open(
                        "mysql", Map.of("data-source", walled, "create", "true", "max-ahead", "1s", "timeout", "2s"))) {
            assertThat(lent).isNotNull();
            assertThat(Leases.byHand(ids, Workers.request(0)).renew()).isTrue();
        }
    }

    @Test
    void refusalOfAFirewallIsReportedAsOne() throws SQLException {
        String walled = name + "-walled";
        try (var lent = SharedObjects.register(walled, behindAWall("UPDATE.*"));
                SegmentStore store = open(walled)) {
            assertThat(lent).isNotNull();
            assertThatThrownBy(() -> store.claim("orders", 10))
                    .isInstanceOf(BackendException.class)
                    .hasMessageContaining("it was refused [0 null: sql injection violation, deny")
                    .hasMessageNotContaining("no answer");
        }
    }

    /** Refuses some statements, in words and by no code. */
    private DataSource behindAWall(String refused) {
        return proxy(DataSource.class, (taking, none) -> {
            Connection connection = pool.getConnection();
            return proxy(Connection.class, (method, arguments) -> {
                if (arguments != null && String.valueOf(arguments[0]).matches(refused)) {
                    throw new SQLException("sql injection violation, deny : " + arguments[0]);
                }
                Object answer = method.invoke(connection, arguments);
                return method.getName().equals("createStatement")
                        ? proxy(Statement.class, (called, its) -> {
                            if (its != null && String.valueOf(its[0]).matches(refused)) {
                                throw new SQLException("sql injection violation, deny : " + its[0]);
                            }
                            return called.invoke(answer, its);
                        })
                        : answer;
            });
        });
    }

    private void refuses(String driver, String url, String message) {
        DatabaseMetaData facts = proxy(
                DatabaseMetaData.class, (method, arguments) -> method.getName().equals("getURL") ? url : driver);
        Connection connection =
                proxy(Connection.class, (method, arguments) -> method.getName().equals("getMetaData") ? facts : null);
        String other = name + driver;
        try (var lent = SharedObjects.register(other, proxy(DataSource.class, (method, arguments) -> connection))) {
            assertThat(lent).isNotNull();
            assertThatThrownBy(() -> open(Map.of("data-source", other)))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining(message)
                    .hasMessageNotContaining("s3cr3t");
        }
    }
}
