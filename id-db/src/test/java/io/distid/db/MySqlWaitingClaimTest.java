package io.distid.db;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.distid.IdGenerators;
import io.distid.LongIdGenerator;
import io.distid.StoreRegressedException;
import io.distid.spi.IdConfig;
import io.distid.spi.Segment;
import io.distid.spi.SegmentStore;
import io.distid.spi.SharedObjects;
import io.distid.testservers.Database;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.UUID;
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

    /** Does something once, before it gives the next connection. */
    private static final class Waiting extends HikariDataSource {
        private final AtomicReference<Runnable> meanwhile = new AtomicReference<>();

        @Override
        public Connection getConnection() throws SQLException {
            Runnable action = meanwhile.getAndSet(null);
            if (action != null) {
                action.run();
            }
            return super.getConnection();
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

    @ParameterizedTest
    @ValueSource(strings = {"mysql-update", "mysql-auto-increment", "mysql-replace-into"})
    void idsThatAreGrantedMeanwhileAreNotGrantedAgain(String strategy) {
        Map<String, String> settings = Map.of("data-source", name, "create", "true", "timeout", "60s");
        try (LongIdGenerator ids = IdGenerators.openLong(strategy, settings)) {
            ids.nextId();
            pool.meanwhile.set(() -> {
                long[] granted = new long[10];
                ids.nextIds(granted, 0, 10);
                long back = granted[5];
                if (strategy.equals("mysql-update")) {
                    setBack("UPDATE distid_counters SET value = " + back);
                } else {
                    String table = strategy.equals("mysql-replace-into") ? "distid_tickets" : "distid_auto_increment";
                    setBack("TRUNCATE TABLE " + table, "ALTER TABLE " + table + " AUTO_INCREMENT = " + back);
                }
            });
            assertThatThrownBy(ids::nextId).isInstanceOf(StoreRegressedException.class);
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
}
