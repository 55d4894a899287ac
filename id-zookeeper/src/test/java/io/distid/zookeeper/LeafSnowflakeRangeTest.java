package io.distid.zookeeper;

import static io.distid.zookeeper.LeafSnowflakeFixture.request;
import static io.distid.zookeeper.LeafSnowflakeFixture.use;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.IdsExhaustedException;
import io.distid.testkit.Eventually;
import io.distid.testkit.Leases;
import io.distid.worker.RenewedLease;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Numbers that end: which are refused, and which are used again. */
class LeafSnowflakeRangeTest extends WithLeafSnowflakeFleet {
    @Test
    void numberBeyondTheRangeIsRefusedBeforeItIsBurned() throws Exception {
        fleet.leafJoins("10.0.0.2:8080", System.currentTimeMillis());
        fleet.leafJoins("10.0.0.3:8080", System.currentTimeMillis());
        try (WorkerIds source = fleet.open(8080)) {
            assertThatThrownBy(() -> source.acquire(request(1)))
                    .isInstanceOf(IdsExhaustedException.class)
                    .hasMessageContaining("from 0 to 1")
                    .hasMessageContaining("next number of the sequence is 2")
                    .hasMessageContaining("0 by 10.0.0.2:8080, 1 by 10.0.0.3:8080")
                    .hasMessageContaining("reuse-after");
        }
        assertThat(fleet.leafJoins("10.0.0.4:8080", 0)).endsWith("-0000000002");
    }

    @Test
    void numberOfARangeThatDoesNotBeginAtZeroIsNotInvented() throws Exception {
        fleet.leafJoins("10.0.0.2:8080", System.currentTimeMillis());
        try (WorkerIds source = fleet.open(8080)) {
            assertThatThrownBy(() -> source.acquire(request(32, 63, InstantSource.system())))
                    .isInstanceOf(IdsExhaustedException.class)
                    .hasMessageContaining("from 32 to 63");
            assertThat(fleet.nodes()).hasSize(1);
        }
    }

    @Test
    void numberThatWasReleasedGoesToAnotherAddressWhenNoneIsLeft() throws Exception {
        try (WorkerIds one = fleet.open(8080);
                WorkerIds two = fleet.open(8081);
                WorkerIds three = fleet.open(8082)) {
            use(Leases.byHand(one, request(1)));
            fleet.holdForAnHour(8080, 0);
            long stamp = use(Leases.byHand(two, request(1)));
            RenewedLease lease = Leases.byHand(three, request(1));
            assertThat(lease.workerId()).isEqualTo(1);
            assertThat(lease.stampedUntil()).isEqualTo(stamp);
            assertThat(fleet.nodes()).containsExactly("10.0.0.1:8080-0000000000", "10.0.0.1:8082-0000000001");
            fleet.holdForAnHour(8082, 1);
            assertThatThrownBy(() -> two.acquire(request(1))).isInstanceOf(IdsExhaustedException.class);
        }
    }

    /** The process that renamed it may end before it leases the number. */
    @Test
    void leafAtTheAddressOfARenamedNodeWaitsForTheBoundOfTheHolderBefore() {
        TreeFaults faults = new TreeFaults(fleet.tree());
        AtomicLong uploaded = new AtomicLong();
        try (WorkerIds one = fleet.open(8080);
                WorkerIds two = fleet.open(faults.tree(), 8081, null)) {
            long stamp = use(Leases.byHand(one, request(0)));
            faults.beforeWrite(() -> uploaded.set(timestamp(8081)));
            Leases.byHand(two, request(0)).release(stamp);
            assertThat(uploaded).hasValue(stamp + 1);
        }
    }

    private long timestamp(int port) {
        try {
            return fleet.timestamp(fleet.path(port, 0));
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void numberOfAnAddressThatNeverComesBackIsReusedAboveItsReservation() {
        WorkerIds crashing = fleet.open(8080);
        WorkerLease crashed = crashing.acquire(request(0));
        crashing.close();
        try (WorkerIds source = fleet.open(8081)) {
            WorkerLease lease = Eventually.await("the end of the reservation")
                    .ignoreExceptionsInstanceOf(IdsExhaustedException.class)
                    .until(() -> source.acquire(request(0)), got -> true);
            assertThat(lease.stampedUntil()).isGreaterThanOrEqualTo(crashed.reservedUntil());
            lease.close();
        }
    }
}
