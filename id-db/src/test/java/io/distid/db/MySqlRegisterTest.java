package io.distid.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.IdsExhaustedException;
import io.distid.StoreRegressedException;
import io.distid.spi.IdConfig;
import io.distid.spi.Providers;
import io.distid.testkit.Eventually;
import io.distid.testkit.Leases;
import io.distid.testservers.Database;
import io.distid.worker.HeldWorkerFile;
import io.distid.worker.RenewedLease;
import io.distid.worker.WorkerFile;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerIdsProvider;
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
import java.util.Objects;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Nodes that register once and keep their number. */
class MySqlRegisterTest {
    private static final Duration RESERVATION = Workers.RESERVATION;

    private final Database database = Servers.shared().createDatabase();

    @TempDir
    private Path directory;

    @Test
    void nodesGetDifferentNumbersAndKeepThemWithoutTheServer() throws SQLException {
        long bound;
        try (WorkerIds one = open("one");
                WorkerIds two = open("two")) {
            WorkerLease first = one.acquire(request(31));
            WorkerLease second = two.acquire(request(31));
            assertThat(first.workerId()).isBetween(1, 31).isNotEqualTo(second.workerId());
            assertThat(Servers.number(database, "SELECT COUNT(*) FROM distid_node WHERE address = '10.0.0.7:80'"))
                    .isEqualTo(2);
            bound = first.reservedUntil();
            first.close();
            second.close();
        }
        Servers.execute(database, "DROP TABLE distid_node");
        try (WorkerIds again = open("one", "url", "jdbc:mysql://127.0.0.1:1/x")) {
            WorkerLease lease = again.acquire(request(31));
            assertThat(lease.workerId()).isEqualTo(1);
            assertThat(lease.stampedUntil()).isGreaterThanOrEqualTo(bound);
            lease.close();
        }
    }

    @Test
    void firstStartIsToldUntilTheNodeIsRegistered() {
        try (WorkerIds one = open("one", "max-ahead", "1s")) {
            assertThat(one.firstStart(request(31))).isEqualTo(RESERVATION.plus(Duration.ofSeconds(1)));
            one.acquire(request(31)).close();
            assertThat(one.firstStart(request(31))).isZero();
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
            WorkerLease lease = one.acquire(request(31));
            lease.close();
            Files.delete(directory.resolve("one"));
            WorkerLease next = one.acquire(request(31));
            assertThat(next.workerId()).isGreaterThan(lease.workerId());
            next.close();
        }
    }

    @Test
    void fileInUseAndServerThatIsNotThereAreTold() {
        try (WorkerIds one = open("one");
                WorkerIds copy = open("one");
                WorkerIds lone = open("lone", "url", "jdbc:mysql://127.0.0.1:1/x")) {
            WorkerLease lease = one.acquire(request(31));
            assertThatThrownBy(() -> copy.acquire(request(31)))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("in use");
            lease.close();
            assertThatThrownBy(() -> lone.acquire(request(31)))
                    .isInstanceOf(BackendException.class)
                    .hasMessageContaining("127.0.0.1:1");
        }
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
            assertThat(Servers.number(database, "SELECT COUNT(*) FROM distid_node"))
                    .isEqualTo(1);
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
                    .hasMessageContaining("ahead of the server's clock");
            WorkerLease lease = one.acquire(request(31));
            assertThat(lease.workerId()).isEqualTo(1);
            lease.close();
        }
    }

    /** Each sees what the others have inserted and not committed. */
    @ParameterizedTest
    @ValueSource(strings = {"READ-COMMITTED", "REPEATABLE-READ"})
    void ofTwoLayoutsThatRegisterAtOnceOneIsRefused(String isolation) throws Exception {
        Database isolated = Servers.at(database, isolation);
        for (int round = 0; round < 4; round++) {
            String namespace = "race-" + isolation + "-" + round;
            List<CompletableFuture<String>> nodes = new ArrayList<>();
            for (int node = 0; node < 4; node++) {
                String layout = "layout " + node % 2;
                String file = namespace + node;
                nodes.add(CompletableFuture.supplyAsync(() -> {
                    try (WorkerIds source = open(file, "url", isolated.url())) {
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
            Servers.execute(database, round % 2 == 0 ? "DROP TABLE distid_node" : "DELETE FROM distid_node");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"DROP TABLE distid_node", "TRUNCATE TABLE distid_node", "UPDATE distid_node SET token = 'x'"})
    void nodeWhoseNumberIsAnothersIsLostAndTheOtherBeginsAboveIt(String loss) throws SQLException {
        try (WorkerIds one = open("one");
                WorkerIds two = open("two")) {
            RenewedLease old = Leases.byHand(one, request(31));
            Leases.renewAbove(old, old.stampedUntil());
            Servers.execute(database, loss);
            WorkerLease next = two.acquire(request(31));
            if (!loss.startsWith("UPDATE")) {
                assertThat(next.workerId()).isEqualTo(old.workerId());
            }
            assertThat(old.renew()).isFalse();
            assertThat(old.health().lost()).isTrue();
            assertThat(old.failure())
                    .isInstanceOf(StoreRegressedException.class)
                    .hasMessageContaining("number 1")
                    .hasMessageContaining("register again");
            assertThat(next.stampedUntil()).isGreaterThan(old.reservedUntil());
            old.close();
            assertThatThrownBy(() -> one.acquire(request(31))).isInstanceOf(StoreRegressedException.class);
            next.close();
        }
    }

    @Test
    void nodeIsLostWithTheTableThoughNobodyMakesItAnew() throws SQLException {
        try (WorkerIds one = open("one")) {
            RenewedLease lease = Leases.byHand(one, request(31));
            Servers.execute(database, "DROP TABLE distid_node");
            assertThat(lease.renew()).isFalse();
            assertThat(lease.health().lost()).isTrue();
            assertThat(lease.failure())
                    .isInstanceOf(StoreRegressedException.class)
                    .hasMessageContaining("number 1 is nobody's");
            lease.close();
        }
    }

    @Test
    void databaseThatStandsStillDoesNotHoldUpRenewals() {
        try (PrivateServer server = new PrivateServer()) {
            try (WorkerIds one = open(
                    "one",
                    "url",
                    server.database().url(),
                    "user",
                    server.database().user(),
                    "password",
                    server.database().password())) {
                Duration brief = Duration.ofMillis(600);
                WorkerLease lease = one.acquire(request(31).withReservation(brief));
                Eventually.await("a renewal").until(() -> lease.reservedUntil() > lease.stampedUntil());
                server.server().pause();
                try {
                    long bound = lease.reservedUntil();
                    Eventually.await("renewals without the database")
                            .until(() -> lease.reservedUntil() > bound + 2 * brief.toMillis());
                    assertThat(lease.failure()).isNull();
                } finally {
                    server.server().resume();
                }
                lease.close();
            }
        }
    }

    /** Its clock was far ahead while it could not reach the table, which else would have refused that bound; since then it was mended. */
    @Test
    void boundOfAFileThatLiesFarAheadOfTheServersClockIsNotLowered() {
        try (WorkerIds one = open("one")) {
            one.acquire(request(31)).close();
            long ahead = System.currentTimeMillis() + Duration.ofHours(1).toMillis() + RESERVATION.toMillis();
            try (HeldWorkerFile file = HeldWorkerFile.lock(directory.resolve("one"))) {
                WorkerFile kept = Objects.requireNonNull(file.read());
                file.write(kept.withReservedUntil(ahead));
            }
            RenewedLease lease = Leases.byHand(one, request(31));
            assertThat(lease.stampedUntil()).isEqualTo(ahead);
            assertThat(lease.reservedUntil()).isEqualTo(ahead);
            lease.close();
            WorkerLease next = one.acquire(request(31));
            assertThat(next.stampedUntil()).isEqualTo(ahead);
            next.close();
        }
    }

    private WorkerIds open(String file, String... more) {
        WorkerIdsProvider provider = Providers.find(WorkerIdsProvider.class, "mysql-register");
        var config = Servers.config(database, more);
        config.put("file", directory.resolve(file).toString());
        config.putIfAbsent("max-ahead", "1s");
        config.putIfAbsent("address", "10.0.0.7:80");
        return provider.open(IdConfig.of(provider, config));
    }

    private static WorkerRequest request(int lastId) {
        return new WorkerRequest(
                "fleet", lastId, OptionalInt.empty(), RESERVATION, "layout", "test", InstantSource.system());
    }
}
