package io.distid.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.zaxxer.hikari.HikariDataSource;
import io.distid.IdGenerators;
import io.distid.LeaseLostException;
import io.distid.LongIdGenerator;
import io.distid.spi.Segment;
import io.distid.spi.SegmentStore;
import io.distid.spi.SharedObjects;
import io.distid.sql.Segments;
import io.distid.sql.Servers;
import io.distid.sql.Workers;
import io.distid.testkit.Leases;
import io.distid.testservers.Database;
import io.distid.worker.RenewedLease;
import io.distid.worker.WorkerIds;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** There is no memory at the moment in which an answer is read: nobody is given it as the answer to another statement. */
class UnreadAnswerTest {
    private final Database plain = Servers.shared().createDatabase();
    private final Database database = new Database(
            plain.name(),
            plain.url() + "&socketFactory=" + UnreadAnswerSockets.class.getName(),
            plain.user(),
            plain.password());

    @AfterEach
    void readAgain() {
        UnreadAnswerSockets.read();
    }

    @ParameterizedTest
    @ValueSource(strings = {"mysql-auto-increment", "mysql-replace-into", "mysql-update"})
    void nextBatchHasIdsOfItsOwn(String strategy) {
        long[] ids = new long[1_000];
        try (LongIdGenerator generator = IdGenerators.openLong(strategy, Servers.config(database, "pool-size", "1"))) {
            generator.nextIds(ids, 0, ids.length);
            long before = ids[ids.length - 1];
            for (int i = 0; i < 100; i++) {
                before = generator.nextId();
            }
            UnreadAnswerSockets.leaveNextUnread();
            assertThat(catchThrowable(generator::nextId)).isNotNull();
            assertThat(UnreadAnswerSockets.left()).isTrue();
            generator.nextIds(ids, 0, ids.length);
            assertThat(Arrays.stream(ids).distinct()).hasSize(ids.length);
            assertThat(ids[0]).isGreaterThan(before + 1);
            assertThat(generator.nextId()).isGreaterThan(ids[ids.length - 1]);
        }
    }

    @Test
    void nextSegmentIsNotThatOfTheClaimBefore() throws SQLException {
        Servers.createLeafTable(plain);
        Servers.execute(plain, "INSERT INTO leaf_alloc (biz_tag, max_id, step) VALUES ('orders', 1, 10)");
        try (SegmentStore store = Segments.open(Servers.config(database, "pool-size", "1"))) {
            assertThat(store.claim("orders", 10)).isEqualTo(new Segment(1, 11));
            UnreadAnswerSockets.leaveNextUnread();
            assertThat(catchThrowable(() -> store.claim("orders", 10))).isNotNull();
            Segment next = store.claim("orders", 20);
            assertThat(next.size()).isEqualTo(20);
            assertThat(next.start()).isGreaterThanOrEqualTo(11);
            assertThat(next.end()).isEqualTo(Servers.number(plain, "SELECT max_id FROM leaf_alloc"));
        }
    }

    @Test
    void renewalOfALeaseThatIsLostIsNotTakenForTheOneBefore() throws SQLException {
        try (WorkerIds ids = Workers.leased(database, "pool-size", "1")) {
            RenewedLease lease = Leases.byHand(ids, Workers.request(0));
            assertThat(lease.renew()).isTrue();
            UnreadAnswerSockets.leaveNextUnread();
            boolean renewed = renewed(lease);
            assertThat(UnreadAnswerSockets.left()).isTrue();
            assertThat(lease.health().lost()).as("lost, renewed " + renewed).isFalse();
            Servers.execute(plain, "UPDATE distid_worker SET token = 'another' WHERE worker_id = 0");
            assertThat(lease.renew()).isFalse();
            assertThat(lease.failure()).isInstanceOf(LeaseLostException.class);
        }
    }

    @Test
    void applicationIsNotGivenItEither() throws SQLException {
        String name = "unread-" + UUID.randomUUID();
        try (HikariDataSource pool = new HikariDataSource()) {
            pool.setJdbcUrl(database.url());
            pool.setUsername(database.user());
            pool.setPassword(database.password());
            pool.setMaximumPoolSize(1);
            try (var lent = SharedObjects.register(name, pool);
                    LongIdGenerator generator =
                            IdGenerators.openLong("mysql-update", Map.of("data-source", name, "create", "true"))) {
                assertThat(lent).isNotNull();
                generator.nextId();
                UnreadAnswerSockets.leaveNextUnread();
                assertThat(catchThrowable(generator::nextId)).isNotNull();
                assertThat(UnreadAnswerSockets.left()).isTrue();
                try (Connection connection = pool.getConnection();
                        Statement statement = connection.createStatement();
                        ResultSet row = statement.executeQuery("SELECT 4711")) {
                    assertThat(row.next()).isTrue();
                    assertThat(row.getLong(1)).isEqualTo(4711);
                }
            }
        }
    }

    /** Whoever renews bears whatever a driver throws. */
    private static boolean renewed(RenewedLease lease) {
        try {
            return lease.renew();
        } catch (OutOfMemoryError e) {
            return false;
        }
    }
}
