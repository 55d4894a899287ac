package io.distid.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.IdsExhaustedException;
import io.distid.internal.worker.FileWorkerIdsProvider;
import io.distid.spi.IdConfig;
import io.distid.spi.RecordStore;
import io.distid.sql.Servers;
import io.distid.sql.Workers;
import io.distid.testkit.Leases;
import io.distid.testservers.Database;
import io.distid.worker.RenewedLease;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import io.distid.worker.WorkerRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Nodes that register once, keep their number in a file, and lease it. */
class MySqlRegisterTest {
    private static final Duration RESERVATION = Workers.RESERVATION;
    /** Whose end is waited for. */
    private static final Duration BRIEF = Duration.ofMillis(500);

    private final Database database = Servers.shared().createDatabase();

    @TempDir
    private Path directory;

    @Test
    void nodesGetDifferentNumbersAndKeepThem() throws SQLException {
        long bound;
        try (WorkerIds one = open("one");
                WorkerIds two = open("two")) {
            WorkerLease first = one.acquire(request(31));
            WorkerLease second = two.acquire(request(31));
            assertThat(first.workerId()).isEqualTo(1);
            assertThat(second.workerId()).isEqualTo(2);
            assertThat(Servers.number(database, "SELECT COUNT(*) FROM distid_node WHERE address = '10.0.0.7:80'"))
                    .isEqualTo(2);
            bound = first.stampedUntil();
            first.close();
            second.close();
        }
        // It was needed once.
        Servers.execute(database, "DROP TABLE distid_node");
        try (WorkerIds again = open("one")) {
            WorkerLease lease = again.acquire(request(31));
            assertThat(lease.workerId()).isEqualTo(1);
            assertThat(lease.stampedUntil()).isGreaterThanOrEqualTo(bound);
            lease.close();
        }
    }

    @Test
    void numbersAreCountedFromTheFirstIdAllowed() {
        try (WorkerIds one = open("one")) {
            WorkerLease lease = one.acquire(request(31).withIds(16, 31));
            assertThat(lease.workerId()).isEqualTo(17);
            lease.close();
        }
    }

    /** A new number waits for nothing: nobody had it. */
    @Test
    void firstStartOfTheNamespaceIsReported() {
        try (WorkerIds one = open("one");
                WorkerIds two = open("two")) {
            assertThat(one.firstStart(request(31))).isEqualTo(RESERVATION.plus(Duration.ofSeconds(1)));
            WorkerLease first = one.acquire(request(31));
            assertThat(one.firstStart(request(31))).isZero();
            WorkerLease second = two.acquire(request(31));
            assertThat(second.stampedUntil()).as("the namespace's floor").isEqualTo(first.stampedUntil());
            first.close();
            second.close();
        }
    }

    @Test
    void numberAboveTheRangeIsRefusedAndNotRegistered() throws SQLException {
        try (WorkerIds one = open("one");
                WorkerIds two = open("two")) {
            WorkerLease lease = one.acquire(request(1));
            assertThat(lease.workerId()).isEqualTo(1);
            assertThatThrownBy(() -> two.acquire(request(1)))
                    .isInstanceOf(IdsExhaustedException.class)
                    .hasMessageContaining("number 2 of table `distid_node`")
                    .hasMessageContaining("from 0 to 1")
                    .hasMessageContaining("never used again");
            assertThat(Servers.number(database, "SELECT COUNT(*) FROM distid_node"))
                    .isEqualTo(1);
            assertThat(directory.resolve("two")).doesNotExist();
            lease.close();
        }
    }

    @Test
    void nodeThatLostItsFileGetsAnotherNumber() throws Exception {
        try (WorkerIds one = open("one")) {
            one.acquire(request(31)).close();
        }
        Files.delete(directory.resolve("one"));
        try (WorkerIds one = open("one")) {
            WorkerLease next = one.acquire(request(31));
            assertThat(next.workerId()).isEqualTo(2);
            next.close();
        }
    }

    @Test
    void fileInUseAndServerThatIsNotThereAreReported() {
        try (WorkerIds one = open("one")) {
            one.acquire(request(31)).close();
            assertThatThrownBy(() -> open("one"))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("in use");
        }
        assertThatThrownBy(() -> open("one", "url", "jdbc:mysql://127.0.0.1:1/x"))
                .as("the file alone is not enough")
                .isInstanceOf(BackendException.class)
                .hasMessageContaining("127.0.0.1:1");
        open("one").close();
        assertThatThrownBy(() -> open("x", "address", ""))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("\"address\"");
    }

    @Test
    void secondLayoutOfANamespaceIsRefusedAndNotRegistered() throws SQLException {
        try (WorkerIds one = open("one");
                WorkerIds two = open("two")) {
            WorkerLease lease = one.acquire(request(31));
            WorkerRequest other = new WorkerRequest(
                    "fleet", 31, OptionalInt.empty(), RESERVATION, "another layout", "test", InstantSource.system());
            assertThatThrownBy(() -> two.acquire(other))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("\"fleet\"")
                    .hasMessageContaining("\"layout\"")
                    .hasMessageContaining("\"another layout\"");
            WorkerLease same = two.acquire(request(31));
            assertThat(same.workerId()).as("no number is used up").isEqualTo(2);
            same.close();
            lease.close();
        }
    }

    /** A node that is started again and again would use up the range. */
    @Test
    void nodeWhoseClockIsFarAheadUsesUpNoNumber() {
        try (WorkerIds one = open("one")) {
            InstantSource ahead =
                    InstantSource.fixed(InstantSource.system().instant().plus(Duration.ofHours(1)));
            assertThatThrownBy(() -> one.acquire(request(31).withClock(ahead)))
                    .isInstanceOf(BackendException.class)
                    .hasMessageContaining("too far ahead");
            WorkerLease lease = one.acquire(request(31));
            assertThat(lease.workerId()).isEqualTo(1);
            lease.close();
        }
    }

    @Test
    void ofTwoLayoutsThatRegisterAtOnceOneIsRefused() throws Exception {
        for (int round = 0; round < 4; round++) {
            String namespace = "race-" + round;
            List<CompletableFuture<String>> nodes = new ArrayList<>();
            for (int node = 0; node < 4; node++) {
                String layout = "layout " + node % 2;
                String file = namespace + node;
                nodes.add(CompletableFuture.supplyAsync(() -> {
                    try (WorkerIds source = open(file)) {
                        source.acquire(new WorkerRequest(
                                        namespace,
                                        1000,
                                        OptionalInt.empty(),
                                        RESERVATION,
                                        layout,
                                        "test",
                                        InstantSource.system()))
                                .close();
                        return layout;
                    } catch (ConfigException e) {
                        return "";
                    }
                }));
            }
            Set<String> registered = new HashSet<>();
            for (CompletableFuture<String> node : nodes) {
                registered.add(node.get());
            }
            registered.remove("");
            assertThat(registered).hasSize(1);
        }
    }

    /** It counts from 1 again, and those who have the numbers go on. */
    @ParameterizedTest
    @ValueSource(strings = {"DROP TABLE distid_node", "TRUNCATE TABLE distid_node"})
    void numberThatWasUsedBeforeTheRegisterWasLostIsPassedOver(String loss) throws SQLException {
        try (WorkerIds one = open("one");
                WorkerIds two = open("two");
                WorkerIds three = open("three")) {
            RenewedLease first = Leases.byHand(one, request(31));
            two.acquire(request(31)).close();
            Servers.execute(database, loss);
            WorkerLease next = three.acquire(request(31));
            assertThat(next.workerId()).isEqualTo(3);
            assertThat(first.renew()).isTrue();
            first.close();
            next.close();
        }
    }

    /** Both tables: then what lies above the floor is all that a new node may use, and the old one is refused. */
    @Test
    void nodeBeginsAboveAllThatTheFormerHolderOfItsNumberCanHaveReserved() throws SQLException {
        try (WorkerIds one = open("one");
                WorkerIds two = open("two")) {
            RenewedLease old = Leases.byHand(one, request(31));
            Leases.renewAbove(old, old.stampedUntil());
            Servers.execute(database, "TRUNCATE TABLE distid_node", "TRUNCATE TABLE distid_worker");
            WorkerLease next = two.acquire(request(31));
            assertThat(next.workerId()).isEqualTo(old.workerId());
            assertThat(old.renew()).isFalse();
            assertThat(old.health().lost()).isTrue();
            assertThat(next.stampedUntil()).isGreaterThanOrEqualTo(old.reservedUntil());
            next.close();
        }
    }

    @Test
    void copyOfAFileIsRefusedWhileTheOtherNodeHoldsTheNumber() throws Exception {
        try (WorkerIds one = open("one");
                WorkerIds copy = open("copy")) {
            WorkerLease lease = one.acquire(request(31).withReservation(BRIEF));
            Files.copy(directory.resolve("one"), directory.resolve("copy"));
            try {
                WorkerLease second = copy.acquire(request(31).withReservation(BRIEF));
                // The machine stood still for a reservation.
                assertThat(second.stampedUntil()).isGreaterThanOrEqualTo(lease.reservedUntil());
                second.close();
            } catch (IdsExhaustedException e) {
                assertThat(e)
                        .hasMessageContaining("1 by test")
                        .hasMessageContaining(directory.resolve("copy").toString())
                        .hasMessageContaining("delete the file");
                assertThat(lease.health().lost()).isFalse();
            }
            lease.close();
        }
    }

    @Test
    void nodeThatCrashedWaitsForItsOwnNumberAndBeginsAboveItsBound() {
        WorkerRequest request = request(31).withReservation(BRIEF);
        WorkerIds crashed = open("one");
        RenewedLease lost = Leases.byHand(crashed, request);
        // What a crash leaves: the record and the file. The lock is the system's to free.
        crashed.close();
        try (WorkerIds again = open("one")) {
            WorkerLease lease = again.acquire(request);
            assertThat(lease.workerId()).isEqualTo(lost.workerId());
            assertThat(lease.stampedUntil()).isGreaterThanOrEqualTo(lost.reservedUntil());
            lease.close();
        }
    }

    /** Which has no bound, and without it ids could repeat. */
    @Test
    void fileIsNoneOfASourceThatKeepsItsBoundInIt() {
        try (WorkerIds one = open("one")) {
            one.acquire(request(31)).close();
        }
        FileWorkerIdsProvider provider = new FileWorkerIdsProvider();
        IdConfig config =
                IdConfig.of(provider, Map.of("file", directory.resolve("one").toString(), "id", "1"));
        try (WorkerIds file = provider.open(config)) {
            assertThatThrownBy(() -> file.acquire(request(31)))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("name another file");
        }
    }

    @Test
    void leasesAreShown() {
        MySqlRegisterProvider provider = new MySqlRegisterProvider();
        try (WorkerIds one = open("one");
                RecordStore records = provider.records(IdConfig.of(provider, config("one")))) {
            WorkerLease lease = one.acquire(request(31));
            assertThat(records.read("fleet", 0, 32).records()).containsOnlyKeys(lease.workerId());
            lease.close();
        }
    }

    private Map<String, String> config(String file, String... more) {
        Map<String, String> config = Servers.config(database, more);
        config.put("file", directory.resolve(file).toString());
        config.putIfAbsent("max-ahead", "1s");
        config.putIfAbsent("address", "10.0.0.7:80");
        return config;
    }

    private WorkerIds open(String file, String... more) {
        return Workers.open("mysql-register", config(file, more));
    }

    private static WorkerRequest request(int lastId) {
        return new WorkerRequest(
                "fleet", lastId, OptionalInt.empty(), RESERVATION, "layout", "test", InstantSource.system());
    }
}
