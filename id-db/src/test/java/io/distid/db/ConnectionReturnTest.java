package io.distid.db;

import static io.distid.sql.Proxies.proxy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.distid.jdbc.ConnectionSource;
import io.distid.jdbc.DedicatedConnection;
import io.distid.jdbc.PooledDatabase;
import io.distid.jdbc.SqlErrors;
import io.distid.spi.IdConfig;
import io.distid.spi.Providers;
import io.distid.spi.Segment;
import io.distid.spi.SegmentStore;
import io.distid.spi.SharedObjects;
import io.distid.sql.Proxies;
import io.distid.sql.Servers;
import io.distid.sql.Workers;
import io.distid.testkit.Eventually;
import io.distid.testkit.Leases;
import io.distid.testservers.Database;
import io.distid.worker.RenewedLease;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerIdsProvider;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Connections of the application's that cannot be put back, ended or closed: what was done on them is done all the same. */
class ConnectionReturnTest {
    private static final List<String> ENDINGS = List.of("abort", "close");

    private final String name = "returned-" + UUID.randomUUID();
    private final Database database = Servers.shared().createDatabase();
    private final HikariDataSource pool = new HikariDataSource();

    @BeforeEach
    void lend() {
        pool.setJdbcUrl(database.url());
        pool.setUsername(database.user());
        pool.setPassword(database.password());
        pool.setMaximumPoolSize(2);
    }

    @AfterEach
    void close() {
        pool.close();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void connectionThatCannotBeRestoredIsEndedBeforeItIsGivenBack(boolean unchecked) throws SQLException {
        List<String> endings = new CopyOnWriteArrayList<>();
        DataSource failing = lending(connection -> (method, arguments) -> {
            if (ENDINGS.contains(method.getName())) {
                endings.add(method.getName());
            }
            return keepingTheLockWait(method.invoke(connection, arguments), failure(unchecked));
        });
        try (var lent = SharedObjects.register(name, failing);
                SegmentStore store = openSegments()) {
            assertThat(lent).isNotNull();
            store.claim("orders", 10);
            endings.clear();
            assertThat(store.claim("orders", 10)).isEqualTo(new Segment(11, 21));
            assertThat(endings).containsExactly("abort", "close");
        }
        long usual = Servers.number(database, "SELECT @@GLOBAL.innodb_lock_wait_timeout");
        try (Connection one = pool.getConnection();
                Connection other = pool.getConnection()) {
            assertThat(List.of(lockWait(one), lockWait(other))).containsOnly(usual);
        }
    }

    /** As DBCP2 does to a connection that was given back. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatEndingAndClosingThrowFailsNoCall(boolean unchecked) throws SQLException {
        DataSource failing = lending(connection -> (method, arguments) -> {
            Object answer = keepingTheLockWait(method.invoke(connection, arguments), failure(unchecked));
            if (ENDINGS.contains(method.getName())) {
                throw failure(unchecked);
            }
            return answer;
        });
        try (var lent = SharedObjects.register(name, failing);
                SegmentStore store = openSegments()) {
            assertThat(lent).isNotNull();
            assertThat(store.claim("orders", 10)).isEqualTo(new Segment(1, 11));
            assertThat(store.claim("orders", 10)).isEqualTo(new Segment(11, 21));
        }
    }

    @Test
    void connectionWhoseCloseThrowsKeepsNoRenewalWaiting() throws Exception {
        AtomicBoolean throwing = new AtomicBoolean();
        DataSource failing = lending(connection -> (method, arguments) -> {
            Object answer = method.invoke(connection, arguments);
            if (throwing.get() && method.getName().equals("close")) {
                throw failure(true);
            }
            return answer;
        });
        Workers.leased(database).close();
        try (var lent = SharedObjects.register(name, failing);
                WorkerIds ids = Workers.open("mysql", Map.of("data-source", name, "max-ahead", "1s"))) {
            assertThat(lent).isNotNull();
            RenewedLease lease = Leases.byHand(ids, Workers.request(0));
            throwing.set(true);
            assertThat(onAnotherThread(lease::renew)).isTrue();
            assertThat(onAnotherThread(lease::renew)).isTrue();
            assertThat(lease.failure()).isNull();
        }
    }

    @Test
    void nextCallHasItsTurnThoughClosingFailedWithAnError() throws Exception {
        IdConfig config = IdConfig.of(
                Providers.find(WorkerIdsProvider.class, "mysql"), Servers.config(database, "timeout", "2s"));
        AtomicBoolean throwing = new AtomicBoolean(true);
        ConnectionSource source = proxy(ConnectionSource.class, (method, arguments) -> switch (method.getName()) {
            case "keep" -> null;
            case "timeout" -> config.duration("timeout");
            default -> {
                if (throwing.get()) {
                    throw new StackOverflowError();
                }
                yield ((PooledDatabase.Work<?>) arguments[0]).on(pool.getConnection());
            }
        });
        DedicatedConnection kept =
                new DedicatedConnection(source, new SqlErrors(MySql.DIALECT, config, database.url()));
        assertThatThrownBy(() -> kept.call("read", connection -> 1)).isInstanceOf(StackOverflowError.class);
        throwing.set(false);
        int answer = onAnotherThread(() -> kept.call("read", connection -> 2));
        assertThat(answer).isEqualTo(2);
    }

    /** The lock of a turn lets the thread that has it in again. */
    private static <T> T onAnotherThread(Supplier<T> call) throws Exception {
        return CompletableFuture.supplyAsync(call).get(Eventually.LIMIT.toSeconds(), TimeUnit.SECONDS);
    }

    private SegmentStore openSegments() throws SQLException {
        Servers.createLeafTable(database);
        Servers.execute(database, "INSERT INTO leaf_alloc (biz_tag, max_id, step) VALUES ('orders', 1, 10)");
        MySqlSegmentStoreProvider provider = new MySqlSegmentStoreProvider();
        return provider.open(IdConfig.of(provider, Map.of("data-source", name)));
    }

    private static long lockWait(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT @@SESSION.innodb_lock_wait_timeout")) {
            row.next();
            return row.getLong(1);
        }
    }

    private static Exception failure(boolean unchecked) {
        return unchecked ? new IllegalStateException("a proxy's own") : new SQLException("refused", "HY000", 1231);
    }

    /** A statement of those fails when it is to put the wait for locks back. */
    private static Object keepingTheLockWait(Object answer, Exception failure) {
        if (!(answer instanceof Statement statement) || answer instanceof PreparedStatement) {
            return answer;
        }
        return proxy(Statement.class, (method, arguments) -> {
            if (arguments != null && String.valueOf(arguments[0]).startsWith("SET SESSION innodb_lock_wait_timeout")) {
                throw failure;
            }
            return method.invoke(statement, arguments);
        });
    }

    private interface Lending {
        Proxies.Call to(Connection connection);
    }

    /** Connections of the pool, each call of which goes its way. */
    private DataSource lending(Lending lending) {
        return proxy(
                DataSource.class, (method, arguments) -> proxy(Connection.class, lending.to(pool.getConnection())));
    }
}
