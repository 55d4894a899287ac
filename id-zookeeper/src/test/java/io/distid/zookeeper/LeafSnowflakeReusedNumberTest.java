package io.distid.zookeeper;

import static io.distid.zookeeper.LeafSnowflakeFixture.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.ClockBehindException;
import io.distid.ConfigException;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
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
    void startIsRefusedWhenTheClockIsBehindLeafsUpload() throws Exception {
        String node = fleet.leafJoins("10.0.0.1:8080", System.currentTimeMillis() + 60_000);
        try (WorkerIds source = fleet.open(8080)) {
            assertThatThrownBy(() -> source.acquire(request(1023)))
                    .isInstanceOf(ClockBehindException.class)
                    .hasMessageContaining(node);
        }
    }

    @Test
    void leafThatStillRunsIsNotRobbed() throws Exception {
        String node = fleet.leafJoins("10.0.0.1:8080", System.currentTimeMillis());
        AtomicInteger watched = new AtomicInteger();
        TreeFaults faults = new TreeFaults(new CuratorTree(ZooKeeperLink.open(fleet.config(8080))));
        // It has uploaded just before it is looked at, and does again while it is watched.
        faults.beforeRead(() -> upload(node));
        faults.beforeWatch(() -> {
            watched.incrementAndGet();
            upload(node);
        });
        try (WorkerIds source = new LeafSnowflakeWorkerIds(
                faults.tree(),
                new LeafSnowflakeWorkerIds.Settings(
                        fleet.name,
                        "10.0.0.1:8080",
                        false,
                        null,
                        Duration.ofMillis(300),
                        null,
                        Duration.ofSeconds(1)))) {
            assertThatThrownBy(() -> source.acquire(request(1023)))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining(node)
                    .hasMessageContaining("in use by a Leaf");
        }
        assertThat(watched).hasValue(1);
    }

    private void upload(String node) {
        try {
            fleet.leafUploads(node, "10.0.0.1:8080", System.currentTimeMillis());
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void numbersThatLeafBurnedAreTakenOverOnlyWhenAsked() throws Exception {
        long left = System.currentTimeMillis();
        fleet.leafJoins("10.0.0.2:8080", left);
        LeafSnowflakeWorkerIds.Settings settings = new LeafSnowflakeWorkerIds.Settings(
                fleet.name,
                "10.0.0.1:8080",
                false,
                null,
                Duration.ofMillis(300),
                Duration.ofMillis(1),
                Duration.ofSeconds(5));
        try (WorkerIds source =
                new LeafSnowflakeWorkerIds(new CuratorTree(ZooKeeperLink.open(fleet.config(8080))), settings)) {
            WorkerLease lease = source.acquire(request(0));
            assertThat(lease.workerId()).isZero();
            assertThat(lease.stampedUntil()).isGreaterThanOrEqualTo(left + 3_000);
            assertThat(fleet.nodes()).containsExactly("10.0.0.1:8080-0000000000");
            lease.close();
        }
    }
}
