package io.distid.zookeeper;

import static io.distid.zookeeper.LeafSnowflakeFixture.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.distid.IdException;
import io.distid.LeaseLostException;
import io.distid.testkit.Eventually;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import java.util.Objects;
import org.apache.zookeeper.ZooKeeper;
import org.junit.jupiter.api.Test;

/** What ends the hold on a number, and what does not. */
class LeafSnowflakeLossTest extends WithLeafSnowflakeFleet {
    private static void awaitLoss(WorkerLease lease, Class<? extends Throwable> type, String mention) {
        Eventually.await("the loss").until(() -> lease.health().lost());
        assertThat(lease.failure()).isInstanceOf(type).hasMessageContaining(mention);
        assertThatCode(lease::close).doesNotThrowAnyException();
    }

    @Test
    void leafThatWritesToOurNodeEndsTheLease() throws Exception {
        try (WorkerIds source = fleet.open(8080)) {
            WorkerLease lease = source.acquire(request(1023));
            fleet.leafUploads(fleet.path(8080, 0), "10.0.0.1:8080", System.currentTimeMillis());
            awaitLoss(lease, LeaseLostException.class, "held by a Leaf");
        }
    }

    @Test
    void holderThatWasReplacedIsRefused() throws Exception {
        try (WorkerIds source = fleet.open(8080)) {
            WorkerLease lease = source.acquire(request(1023));
            fleet.holdForAnHour(8080, 0);
            awaitLoss(lease, LeaseLostException.class, "held by another holder");
            assertThat(fleet.text(fleet.record(0))).endsWith("another holder");
        }
    }

    /** Its own stamp lies below the successor's, which the mark must keep. */
    @Test
    void holderThatIsClosedTooLateLeavesTheStampOfItsSuccessor() {
        try (WorkerIds one = fleet.open(8080);
                WorkerIds other = fleet.open(8080)) {
            WorkerLease late = one.acquire(request(1023).withRenewer(never -> {}));
            WorkerLease next = Eventually.await("the end of the term")
                    .ignoreExceptionsInstanceOf(IdException.class)
                    .until(() -> other.acquire(request(1023).withRenewer(never -> {})), Objects::nonNull);
            long stamp = next.reservedUntil();
            next.release(stamp);
            late.release(late.stampedUntil());
            WorkerLease third = other.acquire(request(1023));
            assertThat(third.workerId()).isEqualTo(next.workerId());
            assertThat(third.stampedUntil()).isGreaterThanOrEqualTo(stamp);
            third.close();
        }
    }

    /** Leaf's sequence may begin anew, and give the number to a Leaf. */
    @Test
    void nodeThatWasRemovedEndsTheLease() throws Exception {
        try (WorkerIds source = fleet.open(8080)) {
            WorkerLease lease = source.acquire(request(1023));
            fleet.client.delete().forPath(fleet.path(8080, 0));
            awaitLoss(lease, LeaseLostException.class, "whose node " + fleet.path(8080, 0) + " is gone");
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

    @Test
    void sessionThatExpiresDoesNotLoseTheNumber() throws Exception {
        ZooKeeperLink link = ZooKeeperLink.open(fleet.config(8080));
        try (WorkerIds source = fleet.open(new CuratorTree(link), 8080, null)) {
            WorkerLease lease = source.acquire(request(1023));
            long session = expire(link);
            Eventually.await("a new session").until(() -> session(link) != session && session(link) != 0);
            long bound = lease.reservedUntil();
            Eventually.await("a renewal in the new session")
                    .until(() -> lease.reservedUntil() > bound && lease.failure() == null);
            assertThat(lease.health().lost()).isFalse();
            lease.close();
        }
    }

    /** Ends a session as the server does when it hears nothing: its owner learns of it later. */
    private long expire(ZooKeeperLink link) throws Exception {
        ZooKeeper victim = link.call("/", client -> client.getZookeeperClient().getZooKeeper());
        long session = victim.getSessionId();
        ZooKeeper twin = new ZooKeeper(
                fleet.connect, ZooKeeperFixture.TIMEOUT_MILLIS, event -> {}, session, victim.getSessionPasswd());
        Eventually.await("the twin").until(() -> twin.getState().isConnected());
        twin.close();
        return session;
    }

    private static long session(ZooKeeperLink link) throws Exception {
        return link.call(
                "/", client -> client.getZookeeperClient().getZooKeeper().getSessionId());
    }
}
