package io.distid.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.ConfigException;
import io.distid.LeaseLostException;
import io.distid.StoreRegressedException;
import io.distid.spi.RecordStore;
import io.distid.testkit.Eventually;
import io.distid.testkit.Leases;
import io.distid.testservers.Database;
import io.distid.worker.RenewedLease;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import io.distid.worker.WorkerRequest;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What was kept of worker ids is lost, and made anew by a node that knows nothing of the holders. */
class MySqlWorkerIdsLossTest {
    /** As far ahead as a holder may be, so that its bound lies as high as any can. */
    private static final InstantSource AHEAD = InstantSource.offset(InstantSource.system(), Duration.ofMillis(900));

    private final Database database = Servers.shared().createDatabase();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "DELETE FROM distid_worker",
                "TRUNCATE TABLE distid_worker",
                "DROP TABLE distid_worker",
                "DELETE FROM distid_worker WHERE worker_id = 0",
            })
    void successorOfALostRowBeginsAboveAllThatItsHolderReserved(String loss) throws SQLException {
        try (WorkerIds source = Workers.leased(database)) {
            WorkerLease other = source.acquire(Workers.request(7).withPreferredId(7));
            RenewedLease holder = Leases.byHand(source, Workers.request(0, Workers.LAYOUT, AHEAD));
            Leases.renewAbove(holder, holder.stampedUntil());
            Servers.execute(database, loss);
            try (WorkerIds newcomers = Workers.leased(database)) {
                RenewedLease successor = Leases.byHand(newcomers, Workers.request(0));
                assertThat(holder.renew()).isFalse();
                assertThat(holder.health().lost()).isTrue();
                assertThat(holder.failure()).isInstanceOfAny(StoreRegressedException.class, LeaseLostException.class);
                assertThat(successor.stampedUntil()).isGreaterThanOrEqualTo(holder.reservedUntil());
                assertThat(successor.reservedUntil())
                        .isLessThanOrEqualTo(System.currentTimeMillis() + 1_000 + Workers.RESERVATION.toMillis());
                Leases.renewAbove(successor, successor.stampedUntil());
                assertThat(successor.failure()).isNull();
                assertThat(made() - rows()).isEqualTo(lost());
                successor.close();
            }
            holder.close();
            other.close();
        }
    }

    @Test
    void firstStartIsAnnouncedWhileTheNamespaceIsMissingAlsoWhereTheTableIsThere() throws SQLException {
        try (WorkerIds source = Workers.leased(database)) {
            source.acquire(Workers.request(0)).close();
        }
        try (WorkerIds source = Workers.leased(database, "create", "false")) {
            assertThat(source.firstStart(Workers.request(0))).isZero();
            Servers.execute(database, "DELETE FROM distid_worker WHERE worker_id = -1");
            assertThat(source.firstStart(Workers.request(0)))
                    .isEqualTo(Workers.RESERVATION.plus(Duration.ofSeconds(1)));
        }
    }

    @Test
    void secondOfTwoLostRowsBeginsAboveItsHolder() throws SQLException {
        try (WorkerIds source = Workers.leased(database);
                WorkerIds newcomers = Workers.leased(database)) {
            WorkerRequest request = Workers.request(1, Workers.LAYOUT, AHEAD);
            RenewedLease zero = Leases.byHand(source, request.withPreferredId(0));
            RenewedLease one = Leases.byHand(source, request.withPreferredId(1));
            Leases.renewAbove(zero, zero.stampedUntil());
            Leases.renewAbove(one, one.stampedUntil());
            Servers.execute(database, "DELETE FROM distid_worker WHERE worker_id >= 0");
            for (WorkerLease holder : new WorkerLease[] {zero, one}) {
                WorkerLease successor = newcomers.acquire(Workers.request(1).withPreferredId(holder.workerId()));
                assertThat(successor.workerId()).isEqualTo(holder.workerId());
                assertThat(successor.stampedUntil()).isGreaterThanOrEqualTo(holder.reservedUntil());
            }
            assertThat(made()).isEqualTo(4);
            assertThat(lost()).isEqualTo(2);
        }
    }

    @Test
    void laterIdsOfANamespaceDoNotWait() {
        Duration brief = Duration.ofMillis(200);
        try (WorkerIds source = Workers.leased(database)) {
            long before = System.currentTimeMillis();
            // Not the same id, though the lease may be over by then.
            WorkerLease first =
                    source.acquire(Workers.request(7).withPreferredId(0).withReservation(brief));
            assertThat(first.stampedUntil()).isGreaterThan(before + 1_000);
            Eventually.await("the floor").until(() -> System.currentTimeMillis() > first.stampedUntil());
            long later = System.currentTimeMillis();
            WorkerLease second =
                    source.acquire(Workers.request(7).withPreferredId(1).withReservation(brief));
            assertThat(second.stampedUntil()).isEqualTo(first.stampedUntil());
            assertThat(second.reservedUntil()).isGreaterThan(later);
            assertThat(second.workerId()).isNotEqualTo(first.workerId());
            first.close();
            second.close();
        }
    }

    /** Whose layout is not known then. */
    @Test
    void headerThatWasLostLeavesHoldersAndNobodyElse() throws SQLException {
        try (WorkerIds source = Workers.leased(database);
                WorkerIds newcomers = Workers.leased(database)) {
            RenewedLease holder = Leases.byHand(source, Workers.request(0));
            Servers.execute(
                    database,
                    "CREATE TABLE aside AS SELECT * FROM distid_worker WHERE worker_id = -1",
                    "DELETE FROM distid_worker WHERE worker_id = -1");
            for (String layout : List.of("another layout", Workers.LAYOUT)) {
                assertThatThrownBy(() -> newcomers.acquire(Workers.request(7, layout, InstantSource.system())))
                        .isInstanceOf(ConfigException.class)
                        .hasMessageContaining("namespace \"fleet\"")
                        .hasMessageContaining("1 records of worker ids and no header");
            }
            Leases.renewAbove(holder, holder.reservedUntil());

            Servers.execute(database, "INSERT INTO distid_worker SELECT * FROM aside");
            WorkerLease other = newcomers.acquire(Workers.request(7));
            assertThat(other.workerId()).isNotEqualTo(holder.workerId());
            Leases.renewAbove(holder, holder.reservedUntil());
            holder.close();
            other.close();
        }
    }

    /** Who was paused after a look at no namespace, while others of another layout had one: they go on, and ids of two layouts can be equal. */
    @Test
    void headerIsNotMadeWhereThereAreRowsByThen() throws SQLException {
        AtomicReference<RenewedLease> first = new AtomicReference<>();
        RecordStore records = Workers.records(database);
        try (WorkerIds other = Workers.leased(database);
                WorkerIds source = Workers.over(Proxies.proxy(RecordStore.class, (method, arguments) -> {
                    if (method.getName().equals("writeHeader") && first.get() == null) {
                        first.set(Leases.byHand(other, Workers.request(0)));
                        Servers.execute(database, "DELETE FROM distid_worker WHERE worker_id = -1");
                    }
                    return method.invoke(records, arguments);
                }))) {
            assertThatThrownBy(() -> source.acquire(Workers.request(7, "another layout", InstantSource.system())))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("no header");
            assertThat(Servers.number(database, "SELECT COUNT(*) FROM distid_worker WHERE worker_id = -1"))
                    .isZero();
            RenewedLease holder = Objects.requireNonNull(first.get());
            Leases.renewAbove(holder, holder.reservedUntil());
            holder.close();
        }
    }

    @Test
    void longReservationIsNotTakenForAWrongClock() {
        try (WorkerIds source = Workers.leased(database)) {
            WorkerLease lease = source.acquire(new WorkerRequest(
                    "slow",
                    0,
                    OptionalInt.empty(),
                    Duration.ofMinutes(15),
                    Workers.LAYOUT,
                    "test",
                    InstantSource.system()));
            assertThat(lease.reservedUntil())
                    .isGreaterThan(
                            System.currentTimeMillis() + Duration.ofMinutes(14).toMillis());
            lease.close();
        }
    }

    private long made() throws SQLException {
        return Servers.number(database, "SELECT made FROM distid_worker WHERE worker_id = -2");
    }

    private long rows() throws SQLException {
        return Servers.number(database, "SELECT COUNT(*) FROM distid_worker WHERE worker_id >= 0");
    }

    private long lost() throws SQLException {
        return Servers.number(database, "SELECT lost FROM distid_worker WHERE worker_id = -1");
    }
}
