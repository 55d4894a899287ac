package io.distid.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.IdException;
import io.distid.LeaseLostException;
import io.distid.StoreRegressedException;
import io.distid.spi.RecordStore.Header;
import io.distid.testservers.EtcdServer;
import io.distid.worker.RenewedLease;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import io.distid.worker.WorkerRequest;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.OptionalInt;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys that were removed, and written by hand. */
class EtcdMadeAnewTest {
    private EtcdServer server;
    private Namespace namespace;

    @BeforeEach
    void freshNamespace() {
        server = EtcdFixture.server();
        namespace = Namespace.fresh();
    }

    @Test
    void recordThatIsCreatedAgainWithAnotherTokenIsNotWrittenTo() {
        try (WorkerIds source = namespace.open(server)) {
            RenewedLease lease = namespace.acquireByHand(source);
            EtcdFixture.delete(server, namespace.record(0));
            long later = System.currentTimeMillis() + 600_000;
            namespace.putRecord(server, 0, "others-token", later, later);
            String others = EtcdFixture.present(server, namespace.record(0)).value();
            lease.renew();
            assertThat(lease.failure()).isInstanceOf(LeaseLostException.class).hasMessageContaining("other/1");
            lease.release(lease.stampedUntil());
            assertThat(EtcdFixture.present(server, namespace.record(0)).value()).isEqualTo(others);
        }
    }

    @Test
    void boundBelowTheConfirmedOneIsARegression() {
        try (WorkerIds source = namespace.open(server)) {
            RenewedLease lease = namespace.acquireByHand(source);
            namespace.putRecord(server, 0, "others-token", 1_000, 1_000);
            lease.renew();
            assertThat(lease.failure())
                    .isInstanceOf(StoreRegressedException.class)
                    .hasMessageContaining("1970-01-01T00:00:01Z")
                    .hasMessageContaining("worker id 0 of namespace \"" + namespace.name() + "\"");
        }
    }

    /** By the process that knows better: its successor begins above what was confirmed. */
    @Test
    void recordThatFellBehindIsRefusedAndSetToWhatIsKnown() {
        // A namespace whose floor is long past.
        namespace.putHeader(server, 1, 0);
        try (WorkerIds source = namespace.open(server)) {
            RenewedLease lease = namespace.acquireByHand(source);
            long bound = lease.reservedUntil();
            lease.close();
            namespace.putRecord(server, 0, "others-token", bound - 1, 0);
            Throwable error = catchThrowable(() -> source.acquire(namespace.request()));
            assertThat(error).isInstanceOf(StoreRegressedException.class).hasMessageContaining("was confirmed before");
            WorkerLease next = source.acquire(namespace.request());
            assertThat(next.stampedUntil()).isGreaterThanOrEqualTo(bound);
            next.close();
        }
    }

    @Test
    void recordThatFellBehindBeforeItsFirstRenewalIsRefusedToo() {
        namespace.putHeader(server, 1, 0);
        try (WorkerIds source = namespace.open(server)) {
            long bound = namespace.acquireByHand(source).reservedUntil();
            namespace.putRecord(server, 0, "others-token", bound - 1, 0);
            assertThat(catchThrowable(() -> source.acquire(namespace.request())))
                    .isInstanceOf(StoreRegressedException.class)
                    .hasMessageContaining("was confirmed before");
        }
    }

    @Test
    void releaseLeavesTheRecordNoLowerThanItWasTaken() {
        try (WorkerIds source = namespace.open(server)) {
            RenewedLease lease = namespace.acquireByHand(source);
            long before = lease.stampedUntil();
            lease.release(before - 1);
            assertThat(namespace.readRecord(server, 0).bound()).isEqualTo(before);
        }
    }

    /** As where the lease ends too early, since a clock was set. */
    @Test
    void idWhoseHolderIsStillThereIsGrantedAboveItsBound() {
        try (WorkerIds source = namespace.open(server);
                WorkerIds other = namespace.open(server)) {
            RenewedLease first = namespace.acquireByHand(source);
            long bound = first.reservedUntil();
            namespace.free(server, 0);
            RenewedLease second = namespace.acquireByHand(other);
            assertThat(second.stampedUntil()).isGreaterThanOrEqualTo(bound);
            first.renew();
            assertThat(first.failure()).isInstanceOf(LeaseLostException.class);
            second.close();
        }
    }

    @Test
    void recordThatIsMissingRaisesTheFloorOfTheNamespace() {
        try (WorkerIds source = namespace.open(server)) {
            namespace.acquireByHand(source).close();
            String before = header();
            EtcdFixture.delete(server, namespace.record(0));
            long now = System.currentTimeMillis();
            WorkerLease lease = namespace.acquireByHand(source);
            // A holder may have been told of a second that had just begun, or was nearly over.
            Duration reserved = Namespace.MAX_AHEAD.plus(Namespace.RESERVATION).plus(Namespace.ROUNDED);
            assertThat(lease.stampedUntil())
                    .as("stamped until, above all that can have been reserved")
                    .isGreaterThanOrEqualTo(now + reserved.toMillis());
            assertThat(header()).isNotEqualTo(before).endsWith(before.substring(before.indexOf("layout")));
            lease.close();
        }
    }

    /** As where its clock was set back since: whoever holds what was lost may have reserved up to the floor of before. */
    @Test
    void floorThatIsAboveWhatTheServersClockTellsIsNotLowered() {
        long floor = System.currentTimeMillis() + Duration.ofHours(1).toMillis();
        namespace.putHeader(server, floor, 1);
        try (WorkerIds source = namespace.open(server)) {
            assertThat(catchThrowable(() -> source.acquire(namespace.request())))
                    .isInstanceOf(BackendException.class)
                    .hasMessageContaining("is reserved until " + Instant.ofEpochMilli(floor));
            Header header = namespace.readHeader(server);
            assertThat(header.floor()).isEqualTo(floor);
            assertThat(header.lost()).isZero();
            assertThat(header.incarnation()).isEqualTo(EtcdFixture.incarnation(server));
        }
    }

    /** As that of one which another process raised by the answer of a member whose clock is a little ahead. */
    @Test
    void floorThatIsALittleAboveWhatTheServersClockTellsIsWaitedFor() {
        Duration horizon = Namespace.MAX_AHEAD.plus(Namespace.RESERVATION).plus(Namespace.ROUNDED.multipliedBy(2));
        long floor = System.currentTimeMillis() + horizon.toMillis() + 1_000;
        namespace.putHeader(server, floor, 0);
        try (WorkerIds source = namespace.open(server)) {
            WorkerLease lease = source.acquire(namespace.request());
            assertThat(lease.stampedUntil()).isEqualTo(floor);
            lease.close();
        }
    }

    @Test
    void namespaceThatIsMissingIsMadeOnlyWhereThatIsAskedFor() {
        try (WorkerIds source = EtcdFixture.workers(EtcdFixture.config(server))) {
            assertThat(catchThrowable(() -> source.acquire(namespace.request())))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("does not exist")
                    .hasMessageContaining("create=true");
            assertThat(EtcdFixture.entry(server, namespace.header())).isNull();
        }
    }

    /** Where it lies beside those of ids, in etcd's order. */
    @ParameterizedTest
    @ValueSource(strings = {"00", "+0", "-1", "2147483648", ""})
    void keyOfNoIdDoesNotStandInForARecord(String name) {
        try (WorkerIds source = namespace.open(server)) {
            namespace.acquireByHand(source).close();
            Header before = namespace.readHeader(server);
            EtcdFixture.delete(server, namespace.record(0));
            EtcdFixture.put(server, namespace.record(0).replaceFirst("0+$", name), "1 - other/1");
            namespace.acquireByHand(source).close();
            assertThat(namespace.readHeader(server).lost())
                    .as("records that were noticed to be lost")
                    .isEqualTo(before.lost() + 1);
        }
    }

    /** Whoever holds them goes on, and another layout's ids could be equal to theirs. */
    @Test
    void recordsWithoutAHeaderAreNotMadeTheRecordsOfAnotherLayout() {
        try (WorkerIds source = namespace.open(server)) {
            WorkerLease held = namespace.acquireByHand(source);
            EtcdFixture.delete(server, namespace.header());
            WorkerRequest other = new WorkerRequest(
                    namespace.name(),
                    1,
                    OptionalInt.empty(),
                    Namespace.RESERVATION,
                    "other",
                    "test/2",
                    InstantSource.system());
            assertThat(catchThrowable(() -> source.acquire(other)))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("1 records of worker ids and no header");
            assertThat(catchThrowable(() -> source.acquire(namespace.request(1))))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("Restore the header");
            // As the README says.
            EtcdFixture.put(server, namespace.header(), "by-hand 0 0 - layout");
            WorkerLease lease = source.acquire(namespace.request(1));
            assertThat(lease.stampedUntil())
                    .as("where the other ids begin")
                    .isGreaterThanOrEqualTo(held.reservedUntil());
            assertThat(catchThrowable(() -> source.acquire(other)))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("is in use with the layout");
            lease.close();
            held.close();
        }
    }

    @Test
    void valuesThatAreNoRecordsAreShown() {
        try (WorkerIds source = namespace.open(server)) {
            namespace.acquireByHand(source).close();
            EtcdFixture.put(server, namespace.record(0), "nonsense");
            assertThat(catchThrowable(() -> source.acquire(namespace.request())))
                    .isInstanceOf(IdException.class)
                    .hasMessageStartingWith("key " + namespace.record(0) + " of etcd at " + server.endpoints()
                            + " does not hold a record of a worker id: \"nonsense\"");
        }
    }

    private String header() {
        return EtcdFixture.present(server, namespace.header()).value();
    }
}
