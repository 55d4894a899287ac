package io.distid.zookeeper;

import static io.distid.zookeeper.LeafSnowflakeFixture.request;
import static io.distid.zookeeper.LeafSnowflakeFixture.use;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.ClockBehindException;
import io.distid.ConfigException;
import io.distid.testkit.Eventually;
import io.distid.testkit.Leases;
import io.distid.testkit.ManualClock;
import io.distid.worker.RenewedLease;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import io.distid.worker.WorkerRequest;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** How a process comes by its number. */
class LeafSnowflakeWorkerIdsTest extends WithLeafSnowflakeFleet {
    @Test
    void fleetThatDoesNotExistIsNotMadeUnasked() throws Exception {
        try (WorkerIds source = fleet.open(8080, "create", "false")) {
            assertThatThrownBy(() -> source.acquire(request(1023)))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining(fleet.forever())
                    .hasMessageContaining("create=true");
        }
        assertThat(fleet.stat("/snowflake/" + fleet.name)).isNull();
    }

    @Test
    void nodesAreWhatLeafWouldHaveMade() throws Exception {
        try (WorkerIds one = fleet.open(8080);
                WorkerIds two = fleet.open(8081)) {
            WorkerLease first = one.acquire(request(1023));
            WorkerLease second = two.acquire(request(1023));
            assertThat(first.workerId()).isZero();
            assertThat(second.workerId()).isEqualTo(1);
            assertThat(fleet.nodes()).containsExactly("10.0.0.1:8080-0000000000", "10.0.0.1:8081-0000000001");
            assertThat(fleet.text(fleet.path(8081, 1)))
                    .matches("\\{\"ip\":\"10.0.0.1\",\"port\":\"8081\",\"timestamp\":\\d{13}}");
            first.close();
            second.close();
        }
    }

    @Test
    void timestampIsUploadedAheadOfEveryTickThatMayBeStamped() throws Exception {
        try (WorkerIds source = fleet.open(8080)) {
            RenewedLease lease = Leases.byHand(source, request(1023));
            for (int upload = 0; upload < 2; upload++) {
                Leases.renewAbove(lease, lease.reservedUntil());
                assertThat(fleet.timestamp(fleet.path(8080, 0))).isGreaterThan(lease.reservedUntil());
            }
            long stamp = lease.reservedUntil() - 5;
            Eventually.await("that time").until(() -> System.currentTimeMillis() > stamp);
            lease.release(stamp);
            assertThat(fleet.timestamp(fleet.path(8080, 0))).isBetween(stamp + 1, System.currentTimeMillis());
        }
    }

    @Test
    void uploadsAreOneTransactionAndReserveThreeIntervals() throws Exception {
        try (WorkerIds source = fleet.open(8080, "upload", "10min")) {
            RenewedLease lease = Leases.byHand(source, request(1023));
            Leases.renewAbove(lease, lease.reservedUntil());
            int version = fleet.stat(fleet.path(8080, 0)).getVersion();
            long before = System.currentTimeMillis();
            assertThat(lease.renew()).isTrue();
            assertThat(lease.renew()).isTrue();
            long three = Duration.ofMinutes(30).toMillis();
            assertThat(lease.reservedUntil()).isBetween(before + three, System.currentTimeMillis() + three);
            var node = fleet.stat(fleet.path(8080, 0));
            assertThat(node.getVersion() - version).isEqualTo(2);
            assertThat(node.getMzxid()).isEqualTo(fleet.stat(fleet.mark(0)).getMzxid());
            lease.close();
        }
    }

    @Test
    void sameAddressGetsItsNumberBackAboveItsLastStamp() throws Exception {
        try (WorkerIds source = fleet.open(8080)) {
            RenewedLease first = Leases.byHand(source, request(1023));
            long stamp = use(first);
            first.release(stamp + 100);
            try (WorkerIds other = fleet.open(8081)) {
                other.acquire(request(1023)).close();
            }
            WorkerLease again = source.acquire(request(1023));
            assertThat(again.workerId()).isEqualTo(first.workerId());
            assertThat(again.stampedUntil()).isEqualTo(stamp);
            again.close();
        }
    }

    @Test
    void crashedProcessStartsAboveItsReservation() {
        WorkerIds crashing = fleet.open(8080);
        WorkerLease first = crashing.acquire(request(1023));
        crashing.close();
        try (WorkerIds source = fleet.open(8080)) {
            WorkerLease again = source.acquire(request(1023));
            assertThat(again.workerId()).isEqualTo(first.workerId());
            assertThat(again.stampedUntil()).isGreaterThanOrEqualTo(first.reservedUntil());
            again.close();
        }
        Eventually.await("the crashed one's loss or failure").until(() -> first.failure() != null);
    }

    @Test
    void startIsRefusedWhenTheClockIsBehindOurOwnUpload() {
        try (WorkerIds source = fleet.open(8080)) {
            source.acquire(request(1023)).release(System.currentTimeMillis());
            ManualClock behind = new ManualClock(Instant.now().minusSeconds(3_600));
            assertThatThrownBy(() -> source.acquire(request(0, 1023, behind)))
                    .isInstanceOf(ClockBehindException.class)
                    .hasMessageContaining(fleet.path(8080, 0));
        }
    }

    @Test
    void secondProcessOfOneAddressIsRefused() throws Exception {
        AtomicReference<RenewedLease> held = new AtomicReference<>();
        TreeFaults faults = new TreeFaults(new CuratorTree(ZooKeeperLink.open(fleet.config(8080))));
        // It goes on for certain while the other one watches it, and its reservation does not end before.
        faults.beforeWatch(() -> assertThat(held.get().renew()).isTrue());
        try (WorkerIds one = fleet.open(8080, "upload", "10min");
                WorkerIds two = new LeafSnowflakeWorkerIds(
                        faults.tree(),
                        new LeafSnowflakeWorkerIds.Settings(
                                fleet.name,
                                "10.0.0.1:8080",
                                true,
                                null,
                                Duration.ofMinutes(10),
                                null,
                                Duration.ofSeconds(1)))) {
            RenewedLease lease = Leases.byHand(one, request(1023));
            held.set(lease);
            assertThatThrownBy(() -> two.acquire(request(1023)))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining(fleet.path(8080, 0))
                    .hasMessageContaining("test-holder")
                    .hasMessageContaining("port");
            assertThat(lease.renew()).as("the holder goes on").isTrue();
            assertThat(fleet.nodes()).hasSize(1);
            lease.close();
        }
    }

    @Test
    void namesAndHostsMayHoldHyphens() throws Exception {
        try (WorkerIds zero = fleet.open(8080, "address", "orders-0.my-set");
                WorkerIds three = fleet.open(8080, "address", "orders-3.my-set")) {
            zero.acquire(request(1023)).close();
            WorkerLease lease = three.acquire(request(1023));
            assertThat(lease.workerId()).isEqualTo(1);
            lease.close();
            assertThat(fleet.nodes())
                    .containsExactly("orders-0.my-set:8080-0000000000", "orders-3.my-set:8080-0000000001");
        }
    }

    @Test
    void otherLayoutIsRefused() {
        try (WorkerIds source = fleet.open(8080)) {
            source.acquire(request(1023)).close();
            WorkerRequest other = new WorkerRequest(
                    "orders", 1023, OptionalInt.empty(), Duration.ofSeconds(1), "other", "h", InstantSource.system());
            assertThatThrownBy(() -> source.acquire(other))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining(LeafSnowflakeFixture.LAYOUT)
                    .hasMessageContaining("other");
        }
    }

    @Test
    void clockFarAheadOfTheServersIsRefused() {
        ManualClock ahead = new ManualClock(Instant.now().plus(Duration.ofHours(1)));
        try (WorkerIds source = fleet.open(8080)) {
            assertThatThrownBy(() -> source.acquire(request(0, 1023, ahead))).hasMessageContaining("ahead");
            WorkerLease lease = source.acquire(request(1023));
            assertThat(lease.stampedUntil()).isLessThan(System.currentTimeMillis() + 60_000);
            lease.close();
        }
    }

    @Test
    void nameIsTheNamespaceUnlessGiven() throws Exception {
        try (WorkerIds source = new LeafSnowflakeWorkerIds(
                new CuratorTree(ZooKeeperLink.open(fleet.config(8080))),
                new LeafSnowflakeWorkerIds.Settings(
                        null, "10.0.0.1:8080", true, null, Duration.ofMillis(300), null, Duration.ofSeconds(1)))) {
            WorkerRequest request = new WorkerRequest(
                    fleet.name + "-b", 7, OptionalInt.empty(), Duration.ofSeconds(1), "x", "h", InstantSource.system());
            source.acquire(request).close();
        }
        assertThat(fleet.stat("/snowflake/" + fleet.name + "-b/forever/10.0.0.1:8080-0000000000"))
                .isNotNull();
    }
}
