package io.distid.zookeeper;

import static io.distid.zookeeper.LeafSnowflakeFixture.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.IdsExhaustedException;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** How a process comes by the number of a Leaf that ran at its address, or is gone for good. */
class LeafSnowflakeReusedNumberTest extends WithLeafSnowflakeFleet {
    @Test
    void nodeThatLeafLeftIsTakenOverWithItsNumber() throws Exception {
        fleet.leafJoins("10.0.0.9:8080", System.currentTimeMillis());
        long left = System.currentTimeMillis();
        fleet.leafJoins("10.0.0.1:8080", left);
        try (WorkerIds source = fleet.open(8080, "create", "false")) {
            WorkerLease lease = source.acquire(request(1023));
            assertThat(lease.workerId()).isEqualTo(1);
            // Leaf uploads every 3 s, so it may have stamped that far beyond what it left.
            assertThat(lease.stampedUntil()).isGreaterThanOrEqualTo(left + 3_000);
            assertThat(fleet.nodes()).containsExactly("10.0.0.1:8080-0000000001", "10.0.0.9:8080-0000000000");
            lease.close();
        }
    }

    @Test
    void startIsRefusedWhereLeafsUploadLiesFarAhead() throws Exception {
        fleet.leafJoins("10.0.0.1:8080", System.currentTimeMillis() + 60_000);
        try (WorkerIds source = fleet.open(8080)) {
            assertThatThrownBy(() -> source.acquire(request(1023)))
                    .isInstanceOf(BackendException.class)
                    .hasMessageContaining("ms ahead of")
                    .hasMessageContaining("a clock that was ahead");
        }
    }

    @Test
    void leafThatUploadsWhileItsSilenceIsAwaitedIsNotRobbed() throws Exception {
        String node = fleet.leafJoins("10.0.0.1:8080", System.currentTimeMillis());
        try (WorkerIds source = fleet.open(8080);
                LeafProcess leaf = LeafProcess.start(fleet, "10.0.0.1:8080")) {
            assertThatThrownBy(() -> source.acquire(request(1023)))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("in use by a Leaf (node " + node + ")");
            assertThat(leaf.workerId()).isZero();
        }
    }

    @Test
    void numbersThatLeafBurnedAreTakenOverOnlyWhenAsked() throws Exception {
        long left = System.currentTimeMillis();
        fleet.leafJoins("10.0.0.2:8080", left);
        try (WorkerIds unasked = fleet.open(8080)) {
            assertThatThrownBy(() -> unasked.acquire(request(0))).isInstanceOf(IdsExhaustedException.class);
        }
        try (WorkerIds source = fleet.open(fleet.tree(), 8080, Duration.ofMillis(1))) {
            WorkerLease lease = source.acquire(request(0));
            assertThat(lease.workerId()).isZero();
            assertThat(lease.stampedUntil()).isGreaterThanOrEqualTo(left + 3_000);
            assertThat(fleet.nodes()).containsExactly("10.0.0.1:8080-0000000000");
            lease.close();
        }
    }
}
