package io.distid.zookeeper;

import static io.distid.zookeeper.LeafSnowflakeFixture.request;
import static io.distid.zookeeper.LeafSnowflakeFixture.use;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.spi.IdConfig;
import io.distid.spi.RecordStore;
import io.distid.testkit.Eventually;
import io.distid.testkit.Leases;
import io.distid.worker.RenewedLease;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import io.distid.worker.WorkerRequest;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.OptionalInt;
import org.apache.zookeeper.data.Stat;
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
    void renewalWritesLeafsNodeAndTheRecordTogether() throws Exception {
        try (WorkerIds source = fleet.open(8080)) {
            RenewedLease lease = Leases.byHand(source, request(1023));
            int version = fleet.stat(fleet.path(8080, 0)).getVersion();
            assertThat(lease.renew()).isTrue();
            assertThat(lease.renew()).isTrue();
            Stat node = fleet.stat(fleet.path(8080, 0));
            assertThat(node.getVersion() - version).isEqualTo(2);
            assertThat(node.getMzxid()).isEqualTo(fleet.stat(fleet.record(0)).getMzxid());
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
    void secondProcessOfOneAddressIsRefused() throws Exception {
        try (WorkerIds one = fleet.open(8080);
                WorkerIds two = fleet.open(8080)) {
            // It is renewed while the other one waits.
            WorkerLease lease = one.acquire(request(1023));
            assertThatThrownBy(() -> two.acquire(request(1023)))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining(fleet.path(8080, 0))
                    .hasMessageContaining("in use by test-holder")
                    .hasMessageContaining("keys address, port");
            assertThat(lease.health().lost()).as("the holder goes on").isFalse();
            assertThat(fleet.nodes()).hasSize(1);
            lease.close();
        }
    }

    @Test
    void secondProcessDoesNotWaitForALongReservation() {
        try (WorkerIds one = fleet.open(8080);
                WorkerIds two = fleet.open(8080)) {
            WorkerLease lease = one.acquire(request(1023).withReservation(Duration.ofHours(1)));
            assertThatThrownBy(() -> two.acquire(request(1023)))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("wait until its reservation is over, at ");
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
    void fleetOfAnEarlierFormatIsRefused() throws Exception {
        fleet.client
                .create()
                .creatingParentsIfNeeded()
                .forPath(fleet.records(), LeafSnowflakeFixture.bytes(LeafSnowflakeFixture.LAYOUT));
        try (WorkerIds source = fleet.open(8080)) {
            assertThatThrownBy(() -> source.acquire(request(1023)))
                    .isInstanceOf(BackendException.class)
                    .hasMessageContaining(fleet.records())
                    .hasMessageContaining("header of a namespace");
        }
    }

    @Test
    void recordsOfAFleetAreListedByItsName() {
        LeafSnowflakeWorkerIdsProvider provider = new LeafSnowflakeWorkerIdsProvider();
        IdConfig nameless = IdConfig.of(provider, Map.of("connect", fleet.connect));
        assertThatThrownBy(() -> provider.records(nameless))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("\"leaf-name\"");
        try (WorkerIds source = fleet.open(8080);
                RecordStore records = provider.records(fleet.config(8080))) {
            WorkerLease lease = source.acquire(request(1023));
            RecordStore.View view = records.read("orders", 0, 64);
            assertThat(view.header().layout()).isEqualTo(LeafSnowflakeFixture.LAYOUT);
            assertThat(view.records().get(lease.workerId()).holder()).isEqualTo("test-holder");
            lease.close();
        }
    }

    @Test
    void nameIsTheNamespaceUnlessGiven() throws Exception {
        try (WorkerIds source = LeafSnowflakeWorkerIdsProvider.open(
                fleet.tree(),
                null,
                new LeafSnowflakeFleet.Settings("10.0.0.1:8080", true, null, Duration.ofSeconds(1)))) {
            WorkerRequest request = new WorkerRequest(
                    fleet.name + "-b", 7, OptionalInt.empty(), Duration.ofSeconds(1), "x", "h", InstantSource.system());
            source.acquire(request).close();
        }
        assertThat(fleet.stat("/snowflake/" + fleet.name + "-b/forever/10.0.0.1:8080-0000000000"))
                .isNotNull();
    }
}
