package io.distid.zookeeper;

import static io.distid.zookeeper.LeafSnowflakeFixture.awaitStart;
import static io.distid.zookeeper.LeafSnowflakeFixture.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.ClockBehindException;
import io.distid.ConfigException;
import io.distid.testkit.ManualClock;
import io.distid.testkit.Patience;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import io.distid.worker.WorkerRequest;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.OptionalInt;
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
            WorkerLease lease = source.acquire(request(1023));
            awaitStart(lease);
            long bound = lease.reservedUntil();
            assertThat(fleet.timestamp(fleet.path(8080, 0))).isGreaterThan(bound);
            Patience.await("two uploads").until(() -> lease.reservedUntil() > bound + 500);
            long later = lease.reservedUntil();
            assertThat(fleet.timestamp(fleet.path(8080, 0))).isGreaterThan(later);
            long stamp = System.currentTimeMillis() - 5;
            lease.release(stamp);
            assertThat(fleet.timestamp(fleet.path(8080, 0))).isBetween(stamp + 1, System.currentTimeMillis());
        }
    }

    @Test
    void uploadsAreOneTransactionAtTheirInterval() throws Exception {
        try (WorkerIds source = fleet.open(8080, "upload", "1s")) {
            WorkerLease lease = source.acquire(request(1023));
            awaitStart(lease);
            int version = fleet.stat(fleet.path(8080, 0)).getVersion();
            long first = lease.reservedUntil();
            Patience.await("two uploads").until(() -> lease.reservedUntil() > first + 1_500);
            var node = fleet.stat(fleet.path(8080, 0));
            assertThat(node.getVersion() - version).isEqualTo(2);
            assertThat(node.getMzxid()).isEqualTo(fleet.stat(fleet.mark(0)).getMzxid());
            lease.close();
        }
    }

    @Test
    void sameAddressGetsItsNumberBackAboveItsLastStamp() throws Exception {
        try (WorkerIds source = fleet.open(8080)) {
            WorkerLease first = source.acquire(request(1023));
            awaitStart(first);
            long stamp = System.currentTimeMillis() - 3;
            first.release(stamp);
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
        Patience.await("the crashed one's loss or failure").until(() -> first.failure() != null);
    }

    @Test
    void startIsRefusedWhenTheClockIsBehindOurOwnUpload() {
        try (WorkerIds source = fleet.open(8080)) {
            source.acquire(request(1023)).release(System.currentTimeMillis());
            ManualClock behind = new ManualClock(Instant.now().minusSeconds(2));
            assertThatThrownBy(() -> source.acquire(request(0, 1023, behind)))
                    .isInstanceOf(ClockBehindException.class)
                    .hasMessageContaining(fleet.path(8080, 0));
        }
    }

    @Test
    void secondProcessOfOneAddressIsRefused() throws Exception {
        try (WorkerIds one = fleet.open(8080);
                WorkerIds two = fleet.open(8080)) {
            WorkerLease lease = one.acquire(request(1023));
            assertThatThrownBy(() -> two.acquire(request(1023)))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining(fleet.path(8080, 0))
                    .hasMessageContaining("test-holder")
                    .hasMessageContaining("port");
            long bound = lease.reservedUntil();
            Patience.await("the holder goes on").until(() -> lease.reservedUntil() > bound);
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
