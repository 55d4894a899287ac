package io.distid.zookeeper;

import static io.distid.zookeeper.LeafSnowflakeFixture.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.distid.IdException;
import io.distid.LeaseLostException;
import io.distid.StoreRegressedException;
import io.distid.testkit.Eventually;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import java.time.Duration;
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
            awaitLoss(lease, LeaseLostException.class, "written to by a Leaf");
        }
    }

    @Test
    void holderThatWasReplacedIsRefused() throws Exception {
        try (WorkerIds source = fleet.open(8080)) {
            WorkerLease lease = source.acquire(request(1023));
            LeafSnowflakeMark mark =
                    LeafSnowflakeMark.parse("", fleet.client.getData().forPath(fleet.mark(0)));
            LeafSnowflakeMark next = new LeafSnowflakeMark(
                    mark.uploaded(), mark.bound() + 60_000, mark.term(), false, "other-token", "other-holder");
            fleet.client
                    .transaction()
                    .forOperations(
                            fleet.client
                                    .transactionOp()
                                    .setData()
                                    .forPath(
                                            fleet.path(8080, 0),
                                            LeafSnowflakeUpload.of("10.0.0.1:8080", next.timestamp())
                                                    .bytes()),
                            fleet.client.transactionOp().setData().forPath(fleet.mark(0), next.bytes()));
            awaitLoss(lease, LeaseLostException.class, "other-holder");
            assertThat(fleet.text(fleet.mark(0))).isEqualTo(new String(next.bytes()));
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

    @Test
    void nodeThatWasRemovedIsARegressedStore() throws Exception {
        try (WorkerIds source = fleet.open(8080)) {
            WorkerLease lease = source.acquire(request(1023));
            fleet.client.delete().forPath(fleet.path(8080, 0));
            awaitLoss(lease, StoreRegressedException.class, "no such node");
        }
    }

    @Test
    void olderStateIsARegressedStore() throws Exception {
        try (WorkerIds source = fleet.open(8080)) {
            WorkerLease lease = source.acquire(request(1023));
            byte[] older = fleet.client.getData().forPath(fleet.mark(0));
            long first = lease.reservedUntil();
            Eventually.await("two renewals").until(() -> lease.reservedUntil() > first + 400);
            fleet.client.setData().forPath(fleet.mark(0), older);
            awaitLoss(lease, StoreRegressedException.class, "restored");
        }
    }

    @Test
    void sessionThatExpiresDoesNotLoseTheNumber() throws Exception {
        ZooKeeperLink link = ZooKeeperLink.open(fleet.config(8080));
        LeafSnowflakeWorkerIds.Settings settings = new LeafSnowflakeWorkerIds.Settings(
                fleet.name, "10.0.0.1:8080", true, null, Duration.ofMillis(300), null, Duration.ofSeconds(1));
        try (WorkerIds source = new LeafSnowflakeWorkerIds(new CuratorTree(link), settings)) {
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
