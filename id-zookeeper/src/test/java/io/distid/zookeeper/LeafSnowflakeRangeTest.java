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
        // Those that are held are reserved for far longer than this takes.
        try (WorkerIds one = fleet.open(8080, "upload", "10min");
                WorkerIds two = fleet.open(8081);
                WorkerIds three = fleet.open(8082, "upload", "10min")) {
            WorkerLease held = one.acquire(request(1));
            long stamp = use(Leases.byHand(two, request(1)));
            RenewedLease lease = Leases.byHand(three, request(1));
            assertThat(lease.workerId()).isEqualTo(1);
            assertThat(lease.stampedUntil()).isEqualTo(stamp);
            assertThat(fleet.nodes()).containsExactly("10.0.0.1:8080-0000000000", "10.0.0.1:8082-0000000001");
            Leases.renewAbove(lease, lease.reservedUntil());
            assertThatThrownBy(() -> two.acquire(request(1))).isInstanceOf(IdsExhaustedException.class);
            held.close();
            lease.close();
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
