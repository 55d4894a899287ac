package io.distid.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.spi.RecordStore;
import io.distid.spi.RecordStore.Differs;
import io.distid.spi.RecordStore.LeaseRecord;
import io.distid.spi.RecordStore.Outcome;
import io.distid.spi.RecordStore.View;
import io.distid.spi.RecordStore.Write;
import io.distid.spi.RecordStore.Written;
import io.distid.testkit.Eventually;
import io.distid.testkit.Leases;
import io.distid.testkit.contract.LeaseCrowd;
import io.distid.testservers.Database;
import io.distid.testservers.SqlServer;
import io.distid.testservers.fault.LossyLink;
import io.distid.worker.RenewedLease;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerRequest;
import java.net.InetSocketAddress;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What of the records is SQL's own: locks, isolation, round trips, and rows that were changed by hand. */
class SqlRecordStoreTest {
    private static final int FREE = 77;

    private final SqlServer server = Servers.shared();
    private final Database database = server.createDatabase();
    private final WorkerIds source = Workers.leased(database);
    private final RecordStore records = Workers.records(database);
    private final WorkerRequest request = Workers.request(1023).withRenewer(lease -> {});

    @AfterEach
    void close() {
        records.close();
        source.close();
    }

    @Test
    @Tag("slow")
    void manyLeasesAreRenewedByFewThreads() {
        LeaseCrowd.requireFewThreads(source, Workers.request(1023).withReservation(Duration.ofSeconds(30)), 300);
    }

    /** Also of a table with rows so few that the server would rather read them all. */
    @Test
    void rowThatIsLockedKeepsOnlyABatchWaitingThatHoldsIt() throws SQLException {
        Map<Integer, LeaseRecord> before = taken(4);
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.executeUpdate(
                    "UPDATE distid_worker SET free_from = free_from + 1 WHERE namespace = 'fleet' AND worker_id = 0");
            List<Write> all = renewals(before, 2);
            List<Write> others = all.subList(1, 4);
            assertThat(records.write(Workers.NAMESPACE, others)).allMatch(Written.class::isInstance);
            List<Write> again = renewals(rows(), 3);
            assertThatExceptionOfType(BackendException.class)
                    .isThrownBy(() -> records.write(Workers.NAMESPACE, again))
                    .withMessageContaining("write 4 worker ids")
                    .withMessageContaining("others hold the lock");
            connection.rollback();
        }
        // Nothing of it was carried out.
        assertThat(rows().get(2).bound()).isEqualTo(before.get(2).bound() + 2);
    }

    /** As where somebody copied rows by hand. */
    @Test
    void rowThatWasNotCountedIsNotedByTheCount() throws SQLException {
        taken(3);
        execute("INSERT INTO distid_worker SELECT namespace, " + FREE + ", 'theirs', bound_until, stamped, free_from,"
                + " holder, layout, floor, incarnation, lost, made FROM distid_worker WHERE worker_id = 1");
        View view = records.read(Workers.NAMESPACE, 0, 1);
        assertThat(view.count().lost()).isEqualTo(-1);
        assertThat(write(new Write(FREE, null, record("mine", view.records().get(0)), view.header())))
                .isInstanceOf(Differs.class);
        assertThat(records.read(Workers.NAMESPACE, 0, 1).count()).isEqualTo(view.count());
    }

    @Test
    void rowWithoutATokenIsRefused() throws SQLException {
        taken(1);
        execute("UPDATE distid_worker SET token = '' WHERE worker_id = -1");
        assertThatExceptionOfType(BackendException.class)
                .isThrownBy(() -> source.acquire(request))
                .withMessageContaining("table " + Product.TABLE_OF_WORKERS)
                .withMessageContaining("another version of distid");
    }

    /** As of a server whose clock is a little ahead, where several serve at one address. */
    @Test
    void floorALittleAboveWhatTheServersClockAllowsIsWaitedFor() throws SQLException {
        taken(3);
        long floor = records.read(Workers.NAMESPACE, 0, 1).at().millis()
                + Workers.RESERVATION.plus(Workers.MAX_AHEAD).toMillis()
                + 700;
        execute("UPDATE distid_worker SET floor = " + floor + " WHERE worker_id = -1");
        assertThat(Leases.byHand(source, request.withPreferredId(FREE)).stampedUntil())
                .isEqualTo(floor);
    }

    /** Or a floor that is computed from it might lie below what was reserved since the read began. */
    @Test
    void readTellsATimeThatIsNotBeforeWhatItShows() throws Exception {
        taken(1);
        try (Connection other = database.connect();
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute(Product.LOCK_TABLE);
            CompletableFuture<View> reading =
                    CompletableFuture.supplyAsync(() -> records.read(Workers.NAMESPACE, 0, 1));
            Eventually.await("a read that waits").until(() -> Product.waitsForTheTable(database));
            long start = System.nanoTime();
            Eventually.await("a while").until(() -> System.nanoTime() - start > 300_000_000);
            long now = Servers.number(database, "SELECT " + Product.NOW);
            statement.execute(Product.UNLOCK_TABLE);
            assertThat(reading.get(1, TimeUnit.MINUTES).at().millis()).isGreaterThanOrEqualTo(now);
        }
    }

    /** At an isolation where a plain read would show the header as it was before the other's commit. */
    @ParameterizedTest
    @ValueSource(strings = {"READ COMMITTED", "REPEATABLE READ"})
    void rowIsNotMadeWhereTheHeaderIsChangedByAnOpenTransaction(String isolation) throws Exception {
        taken(3);
        View view = records.read(Workers.NAMESPACE, 0, 3);
        try (RecordStore waiting = Workers.records(Product.isolated(database, isolation));
                Connection other = database.connect();
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.executeUpdate(
                    "UPDATE distid_worker SET token = 'another' WHERE namespace = 'fleet' AND worker_id = -1");

            Write make = new Write(FREE, null, record("mine", view.records().get(0)), view.header());
            CompletableFuture<List<Outcome>> made =
                    CompletableFuture.supplyAsync(() -> waiting.write(Workers.NAMESPACE, List.of(make)));
            Eventually.await("a wait for the lock").until(() -> made.isDone() || Product.waitsForARow(database));
            other.commit();

            List<Outcome> outcomes;
            try {
                outcomes = made.get(1, TimeUnit.MINUTES);
            } catch (ExecutionException e) {
                // The commit came more than a second later.
                assertThat(e).hasMessageContaining("others hold the lock");
                outcomes = waiting.write(Workers.NAMESPACE, List.of(make));
            }
            assertThat(outcomes).singleElement().isInstanceOf(Differs.class);
            assertThat(rows()).doesNotContainKey(FREE);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"READ COMMITTED", "REPEATABLE READ"})
    void eachIdIsGrantedOnceToTakersAtATimeAndCounted(String isolation) {
        int takers = 6;
        int each = 8;
        Set<Integer> ids = ConcurrentHashMap.newKeySet();
        CompletableFuture<?>[] all = IntStream.range(0, takers)
                .mapToObj(taker -> CompletableFuture.runAsync(() -> {
                    try (WorkerIds own = Workers.leased(Product.isolated(database, isolation))) {
                        for (int i = 0; i < each; i++) {
                            ids.add(own.acquire(request).workerId());
                        }
                    }
                }))
                .toArray(CompletableFuture[]::new);
        CompletableFuture.allOf(all).join();

        View after = records.read(Workers.NAMESPACE, 0, 1024);
        assertThat(ids).hasSize(takers * each);
        assertThat(after.records()).hasSize(takers * each);
        assertThat(after.count().made()).isEqualTo(takers * each);
    }

    @Test
    void layoutLongerThanItsColumnIsRefused() {
        assertThatExceptionOfType(ConfigException.class)
                .isThrownBy(() -> source.acquire(Workers.request(0, "l".repeat(256), InstantSource.system())))
                .withMessageContaining("255 characters");
    }

    @Test
    void tableMayHaveAnyName() {
        try (WorkerIds named = Workers.leased(database, "table", "row_of")) {
            assertThat(named.acquire(request).workerId())
                    .isNotEqualTo(named.acquire(request).workerId());
        }
    }

    @Test
    void grantTakesThreeRoundTripsAndARenewalOne() {
        try (LossyLink link = new LossyLink(new InetSocketAddress(server.host(), server.port()));
                WorkerIds far = Workers.leased(Servers.through(database, link.address()))) {
            RenewedLease lease = Leases.byHand(far, request);
            link.delay(Duration.ofMillis(2));
            // A connection that is old is made anew, as it is where the machine stands still.
            Eventually.await("three answers for each").until(() -> {
                long before = link.answers();
                for (int i = 0; i < 5; i++) {
                    far.acquire(request);
                }
                return link.answers() - before == 15;
            });
            Eventually.await("one answer for each").until(() -> {
                long before = link.answers();
                for (int i = 0; i < 5; i++) {
                    assertThat(lease.renew()).isTrue();
                }
                return link.answers() - before == 5;
            });
        }
    }

    private Outcome write(Write write) {
        return records.write(Workers.NAMESPACE, List.of(write)).get(0);
    }

    /** The rows of so many ids, from 0 on. */
    private Map<Integer, LeaseRecord> taken(int count) {
        for (int id = 0; id < count; id++) {
            source.acquire(request.withPreferredId(id));
        }
        return rows();
    }

    private Map<Integer, LeaseRecord> rows() {
        return records.read(Workers.NAMESPACE, 0, 1024).records();
    }

    private static List<Write> renewals(Map<Integer, LeaseRecord> rows, long further) {
        List<Write> writes = new ArrayList<>();
        rows.forEach((id, row) -> {
            LeaseRecord next = new LeaseRecord(
                    "next-" + further + "-" + id, row.bound() + further, row.stamped(), row.freeFrom(), "me", null);
            writes.add(new Write(id, row, next, null));
        });
        return writes;
    }

    private static LeaseRecord record(String token, LeaseRecord row) {
        return new LeaseRecord(token, row.bound(), row.stamped(), row.freeFrom(), row.holder(), null);
    }

    private void execute(String sql) throws SQLException {
        Servers.execute(database, sql);
    }
}
