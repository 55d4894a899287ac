package io.distid.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.IdException;
import io.distid.LeaseLostException;
import io.distid.StoreRegressedException;
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
    void recordThatIsMadeAnewWithAnotherTokenIsNotWrittenTo() {
        try (WorkerIds source = namespace.open(server)) {
            RenewedLease lease = namespace.acquireByHand(source);
            EtcdFixture.delete(server, namespace.record(0));
            String others = (System.currentTimeMillis() + 600_000) + " others-token other/1";
            EtcdFixture.put(server, namespace.record(0), others);
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
            EtcdFixture.put(server, namespace.record(0), "1000 others-token other/1");
            lease.renew();
            assertThat(lease.failure())
                    .isInstanceOf(StoreRegressedException.class)
                    .hasMessageContaining("1970-01-01T00:00:01Z")
                    .hasMessageContaining(namespace.record(0));
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
            EtcdFixture.put(server, namespace.record(0), (bound - 1) + " - other/1");
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
            EtcdFixture.delete(server, namespace.held(0));
            EtcdFixture.put(server, namespace.record(0), (bound - 1) + " - other/1");
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
            assertThat(EtcdFixture.present(server, namespace.record(0)).value()).startsWith(before + " ");
        }
    }

    @Test
    void keyThatTellsOfTheHolderIsNoMoreThanThat() {
        try (WorkerIds source = namespace.open(server);
                WorkerIds other = namespace.open(server)) {
            RenewedLease first = namespace.acquireByHand(source);
            long bound = first.reservedUntil();
            EtcdFixture.delete(server, namespace.held(0));
            RenewedLease second = namespace.acquireByHand(other);
            assertThat(second.stampedUntil()).isGreaterThanOrEqualTo(bound);
            first.renew();
            assertThat(first.failure()).isInstanceOf(LeaseLostException.class);
            second.close();
        }
    }

    @Test
    void leaseOfEtcdThatWasRevokedIsReplacedByTheNextRenewal() {
        try (WorkerIds source = namespace.open(server)) {
            RenewedLease lease = namespace.acquireByHand(source);
            EtcdFixture.ask(server, etcd -> {
                etcd.revoke(EtcdFixture.present(server, namespace.held(0)).lease());
                return true;
            });
            assertThat(EtcdFixture.entry(server, namespace.held(0))).isNull();
            lease.renew();
            assertThat(lease.failure()).isNull();
            assertThat(EtcdFixture.entry(server, namespace.held(0))).isNotNull();
            lease.close();
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
            Duration reserved = Namespace.MAX_AHEAD.plus(Namespace.RESERVATION).plus(EtcdHorizon.ROUNDED);
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
            assertThat(header()).isEqualTo(floor + " 3 0 @" + EtcdFixture.incarnation(server) + " layout");
        }
    }

    /** As that of one which another process raised by the answer of a member whose clock is a little ahead. */
    @Test
    void floorThatIsALittleAboveWhatTheServersClockTellsIsWaitedFor() {
        EtcdHorizon horizon = new EtcdHorizon(namespace.request(), Namespace.MAX_AHEAD);
        long floor = horizon.stampedByLost(System.currentTimeMillis()) + 1_000;
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

    /** One that is written otherwise than distid writes it is no id: else it would stand in for the record that is missing. */
    @ParameterizedTest
    @ValueSource(strings = {"00", "+0", "-1", "2147483648", ""})
    void keyOfNoIdDoesNotStandInForARecord(String name) {
        try (WorkerIds source = namespace.open(server)) {
            namespace.acquireByHand(source).close();
            EtcdFixture.delete(server, namespace.record(0));
            EtcdFixture.put(server, namespace.record(0).replaceFirst("0$", name), "1 - other/1");
            assertThat(catchThrowable(() -> source.acquire(namespace.request())))
                    .isInstanceOf(BackendException.class)
                    .hasMessageEndingWith("holds a key of no worker id: " + name);
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
            Throwable refusal = catchThrowable(() -> source.acquire(namespace.request(1)));
            assertThat(refusal).isInstanceOf(ConfigException.class).hasMessageContaining("have the layout \"layout\"");
            String[] command = refusal.getMessage().split("etcdctl put ")[1].split("'");
            EtcdFixture.put(server, command[1], command[3]);
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
                    .hasMessage("key " + namespace.record(0) + " of etcd holds no worker id's record: \"nonsense\"");
        }
    }

    private String header() {
        return EtcdFixture.present(server, namespace.header()).value();
    }
}
