package io.distid.zookeeper;

import static io.distid.zookeeper.LeafSnowflakeFixture.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.distid.LeaseLostException;
import io.distid.testkit.Eventually;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import org.junit.jupiter.api.Test;

/** What ends the hold on a number. */
class LeafSnowflakeLossTest extends WithLeafSnowflakeFleet {
    private static void awaitLoss(WorkerLease lease, String mention) {
        Eventually.await("the loss").until(() -> lease.health().lost());
        assertThat(lease.failure()).isInstanceOf(LeaseLostException.class).hasMessageContaining(mention);
        assertThatCode(lease::close).doesNotThrowAnyException();
    }

    @Test
    void leafThatWritesToOurNodeEndsTheLease() throws Exception {
        try (WorkerIds source = fleet.open(8080)) {
            WorkerLease lease = source.acquire(request(1023));
            fleet.leafUploads(fleet.path(8080, 0), "10.0.0.1:8080", System.currentTimeMillis());
            awaitLoss(lease, "held by a Leaf");
        }
    }

    @Test
    void holderThatWasReplacedIsRefused() throws Exception {
        try (WorkerIds source = fleet.open(8080)) {
            WorkerLease lease = source.acquire(request(1023));
            fleet.holdForAnHour(8080, 0);
            awaitLoss(lease, "held by another holder");
            assertThat(fleet.text(fleet.record(0))).endsWith("another holder");
        }
    }

    /** Leaf's sequence may begin anew, and give the number to a Leaf. */
    @Test
    void nodeThatWasRemovedEndsTheLease() throws Exception {
        try (WorkerIds source = fleet.open(8080)) {
            WorkerLease lease = source.acquire(request(1023));
            fleet.client.delete().forPath(fleet.path(8080, 0));
            awaitLoss(lease, "whose node " + fleet.path(8080, 0) + " is gone");
            WorkerLease next = source.acquire(request(1023));
            assertThat(next.workerId()).isEqualTo(1);
            next.close();
        }
    }

    @Test
    void recordThatWasRemovedEndsTheLease() throws Exception {
        try (WorkerIds source = fleet.open(8080)) {
            WorkerLease lease = source.acquire(request(1023));
            long reserved = lease.reservedUntil();
            fleet.client.delete().forPath(fleet.record(0));
            Eventually.await("the loss").until(() -> lease.health().lost());
            lease.close();
            WorkerLease next = source.acquire(request(1023));
            assertThat(next.stampedUntil()).isGreaterThan(Math.max(reserved, lease.reservedUntil()));
            next.close();
        }
    }
}
