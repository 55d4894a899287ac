package io.distid.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.ConfigException;
import io.distid.db.LeaseTable.Header;
import io.distid.db.LeaseTable.Row;
import io.distid.db.LeaseTable.Snapshot;
import io.distid.db.LeaseTable.Tokens;
import io.distid.spi.IdConfig;
import io.distid.spi.Providers;
import io.distid.testkit.Eventually;
import io.distid.testkit.Leases;
import io.distid.testservers.Database;
import io.distid.testservers.LossyLink;
import io.distid.testservers.MySqlServer;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerIdsProvider;
import io.distid.worker.WorkerRequest;
import java.net.InetSocketAddress;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ids that were never granted, taken by one statement that rests on what was read before it. */
class MySqlUnusedIdTest {
    private static final long HORIZON = 3_600_000;
    private static final int FREE = 77;
    private static final String ELSEWHERE = "7 at elsewhere:3306";
    private static final String NAME_ANOTHER =
            "UPDATE distid_worker SET holder = '" + ELSEWHERE + "' WHERE worker_id = -1";

    private final MySqlServer server = Servers.shared();
    private final Database database = server.createDatabase();
    private final WorkerRequest request = Workers.request(1023).withRenewer(lease -> {});
    private final WorkerIds source = Workers.leased(database);
    private final WorkerTable table = open(database);
    private Snapshot read;

    @BeforeEach
    void takeSome() {
        for (int i = 0; i < 3; i++) {
            source.acquire(request.withPreferredId(i));
        }
        read = table.read(Workers.NAMESPACE);
    }

    @AfterEach
    void close() {
        table.close();
        source.close();
    }

    @Test
    void isMadeAndCounted() throws SQLException {
        Long fence = take(read.now() + 1);

        Snapshot after = table.read(Workers.NAMESPACE);
        assertThat(fence).isEqualTo(after.rows().get(FREE).fence());
        assertThat(after.rows().get(FREE).token()).isEqualTo("mine");
        assertThat(after.rows().get(FREE).reservedUntil()).isEqualTo(read.now() + 1);
        assertThat(after.rows().get(FREE).layout()).isEqualTo(Workers.LAYOUT);
        assertThat(after.rows().get(FREE).expiresAt())
                .isBetween(read.now() + Workers.RESERVATION.toMillis(), after.now() + Workers.RESERVATION.toMillis());
        assertThat(after.header().granted()).isEqualTo(4).isEqualTo(after.rows().size());
        assertThat(after.header().floor()).isEqualTo(read.header().floor());
    }

    /** The id itself may have been granted and lost since. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "UPDATE distid_worker SET fence = fence + 1 WHERE worker_id = -1",
                "UPDATE distid_worker SET reserved_until = reserved_until + 1 WHERE worker_id = -1",
                "UPDATE distid_worker SET layout = 'another' WHERE worker_id = -1",
                "DELETE FROM distid_worker WHERE worker_id = -1",
                "DELETE FROM distid_worker"
            })
    void isLeftWhereTheHeaderIsNotAsItWasRead(String change) throws SQLException {
        Servers.execute(database, change);
        Snapshot before = table.read(Workers.NAMESPACE);

        assertThat(take(read.now() + 1)).isNull();

        requireUnchanged(before);
    }

    /** Which it cannot unless the table was restored. */
    @Test
    void isLeftWhereItHasARowAfterAll() throws SQLException {
        Servers.execute(
                database,
                "INSERT INTO distid_worker SELECT namespace, " + FREE
                        + ", layout, holder, 'theirs', fence, reserved_until, expires_at FROM distid_worker WHERE worker_id = 1");
        Snapshot before = table.read(Workers.NAMESPACE);

        assertThat(take(read.now() + 1)).isNull();

        requireUnchanged(before);
    }

    /** Which may lack what was granted by the one that was read from. */
    @Test
    void isNotGrantedWhereAnotherServerAnswersThanThatWhichWasRead() throws SQLException {
        Servers.execute(database, NAME_ANOTHER);
        Snapshot before = table.read(Workers.NAMESPACE);
        Snapshot ofAnother = new Snapshot(before.header(), before.rows(), before.now(), ELSEWHERE);
        long bound = before.now() + 1;

        assertThatThrownBy(() -> table.takeUnused(request, FREE, ofAnother, "mine", bound, HORIZON))
                .isInstanceOf(NamespaceMovedException.class);
        assertThat(table.read(Workers.NAMESPACE).rows().get(FREE).token()).isEqualTo("mine");
    }

    @Test
    void norIsOneThatWasGivenBackWhereAnotherServerAnswersOrIsNamedOrTheFloorWasMoved() throws SQLException {
        Snapshot ofAnother = new Snapshot(read.header(), read.rows(), read.now(), ELSEWHERE);
        requireNotGranted(ofAnother);

        Servers.execute(database, "UPDATE distid_worker SET reserved_until = reserved_until + 1 WHERE worker_id = -1");
        requireNotGranted(read);

        Servers.execute(
                database,
                "UPDATE distid_worker SET reserved_until = reserved_until - 1 WHERE worker_id = -1",
                NAME_ANOTHER);
        requireNotGranted(read);
        Header named = table.read(Workers.NAMESPACE).header();
        requireNotGranted(new Snapshot(named, read.rows(), read.now(), read.server()));

        Servers.execute(database, "UPDATE distid_worker SET holder = '" + read.server() + "' WHERE worker_id = -1");
        Row free = table.read(Workers.NAMESPACE).rows().get(1);
        assertThat(table.take(request, free, read, tokens(free), free.reservedUntil() + 1, HORIZON))
                .isEqualTo(free.fence() + 1);
    }

    private void requireNotGranted(Snapshot stale) {
        Row free = table.read(Workers.NAMESPACE).rows().get(1);
        assertThatThrownBy(() -> table.take(request, free, stale, tokens(free), free.reservedUntil() + 1, HORIZON))
                .isInstanceOf(NamespaceMovedException.class);
    }

    /** As of a server whose clock is a little ahead, where several serve at one address. */
    @Test
    void isWaitedForWhereTheFloorIsALittleAboveWhatTheServersClockAllows() throws SQLException {
        long horizon = Workers.RESERVATION.toMillis() + 1_000;
        long floor = table.read(Workers.NAMESPACE).now() + horizon + 700;
        Servers.execute(database, "UPDATE distid_worker SET reserved_until = " + floor + " WHERE worker_id = -1");
        assertThat(Leases.byHand(source, request.withPreferredId(FREE)).stampedUntil())
                .isEqualTo(floor);
    }

    /** Of the one that holds the row. */
    private static Tokens tokens(Row row) {
        return new Tokens(List.of(row.token(), "mine"), "mine");
    }

    @Test
    void isLeftWhereItsBoundLiesBeyondTheHorizon() throws SQLException {
        Snapshot before = table.read(Workers.NAMESPACE);

        assertThat(take(read.now() + 2 * HORIZON)).isNull();

        requireUnchanged(before);
    }

    /** At an isolation where a plain read would show the header as it was before the other's commit. */
    @ParameterizedTest
    @ValueSource(strings = {"READ-COMMITTED", "REPEATABLE-READ"})
    void isLeftWhereAnotherIsGrantedInAnOpenTransaction(String isolation) throws Exception {
        try (WorkerTable waiting = open(Servers.at(database, isolation));
                Connection other = database.connect();
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.executeUpdate("UPDATE distid_worker SET fence = fence + 1 WHERE worker_id = -1");

            CompletableFuture<Long> taken = CompletableFuture.supplyAsync(
                    () -> waiting.takeUnused(request, FREE, read, "mine", read.now() + 1, HORIZON));
            Awaitility.await().atMost(Eventually.LIMIT).until(() -> taken.isDone() || waitsForALock());
            other.commit();

            assertThat(taken.get(1, TimeUnit.MINUTES)).isNull();
            assertThat(table.read(Workers.NAMESPACE).rows()).doesNotContainKey(FREE);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"READ-COMMITTED", "REPEATABLE-READ"})
    void isGrantedOnceToTakersAtATimeAndEachGrantCounted(String isolation) {
        int takers = 6;
        int each = 8;
        Set<Integer> ids = ConcurrentHashMap.newKeySet();
        CompletableFuture<?>[] all = IntStream.range(0, takers)
                .mapToObj(taker -> CompletableFuture.runAsync(() -> {
                    try (WorkerIds own = Workers.leased(Servers.at(database, isolation))) {
                        for (int i = 0; i < each; i++) {
                            ids.add(own.acquire(request).workerId());
                        }
                    }
                }))
                .toArray(CompletableFuture[]::new);
        CompletableFuture.allOf(all).join();

        Snapshot after = table.read(Workers.NAMESPACE);
        assertThat(ids).hasSize(takers * each);
        assertThat(after.rows()).hasSize(3 + takers * each);
        assertThat(after.header().granted()).isEqualTo(3 + takers * each);
    }

    @Test
    void connectionsThatReadWhatIsNotCommittedAreRefused() {
        assertThatThrownBy(() -> Workers.leased(Servers.at(database, "READ-UNCOMMITTED")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("isolation READ UNCOMMITTED")
                .hasMessageContaining("need READ COMMITTED");
    }

    /** The statement reads the header under another name than the table's. */
    @Test
    void isGrantedFromATableOfAnyName() {
        try (WorkerIds named = Workers.leased(database, "table", "header")) {
            assertThat(named.acquire(request).workerId())
                    .isNotEqualTo(named.acquire(request).workerId());
        }
    }

    @Test
    void takesThreeRoundTrips() {
        try (LossyLink link = new LossyLink(new InetSocketAddress(server.host(), server.port()));
                WorkerIds far = Workers.leased(Servers.through(database, link.address()))) {
            far.acquire(request);
            link.delay(Duration.ofMillis(2));
            // The pool asks after a connection that was idle for half a second, as it is where the machine stands
            // still.
            Eventually.await("three answers for each").until(() -> {
                long before = link.answers();
                for (int i = 0; i < 5; i++) {
                    far.acquire(request);
                }
                return link.answers() - before == 15;
            });
        }
    }

    /** As the administrator: others' transactions are nobody else's business. */
    private boolean waitsForALock() throws SQLException {
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        "SELECT COUNT(*) FROM information_schema.INNODB_TRX WHERE trx_state = 'LOCK WAIT'")) {
            row.next();
            return row.getLong(1) > 0;
        }
    }

    private Long take(long reservedUntil) {
        return table.takeUnused(request, FREE, read, "mine", reservedUntil, HORIZON);
    }

    private void requireUnchanged(Snapshot before) {
        Snapshot after = table.read(Workers.NAMESPACE);
        assertThat(after.header()).isEqualTo(before.header());
        assertThat(after.rows()).isEqualTo(before.rows());
    }

    private static WorkerTable open(Database database) {
        return new WorkerTable(IdConfig.of(Providers.find(WorkerIdsProvider.class, "mysql"), Servers.config(database)));
    }
}
