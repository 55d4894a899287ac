package io.distid.zookeeper;

import static io.distid.zookeeper.ZooKeeperFixture.ask;
import static io.distid.zookeeper.ZooKeeperFixture.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.distid.InterruptedIdException;
import io.distid.LeaseLostException;
import io.distid.testkit.Leases;
import io.distid.testkit.ServerAssumptions;
import io.distid.testservers.LossyLink;
import io.distid.testservers.ZooKeeperServer;
import io.distid.worker.RenewedLease;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import io.distid.worker.WorkerRequest;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Threads that are interrupted while they wait for the answer to a write, which is carried out all the same. */
class ZooKeeperInterruptTest {
    private static final Duration MAX_AHEAD = Duration.ofSeconds(1);

    private final ZooKeeperServer server = ServerAssumptions.orSkip(ZooKeeperServer::shared);
    private final LossyLink link = new LossyLink(new InetSocketAddress(server.host(), server.port()));
    private final String path = ZooKeeperFixture.freshPath();
    private final WorkerRequest request = request(0, Duration.ofMinutes(1)).withRenewer(never -> {});
    private TreeFaults faults;

    @AfterEach
    void cut() {
        link.close();
    }

    private ZooKeeperWorkerIds open(String parent) {
        String connect = link.address().getHostString() + ":" + link.address().getPort();
        faults = new TreeFaults(ZooKeeperFixture.tree(server, "connect", connect));
        return new ZooKeeperWorkerIds(faults.tree(), parent, true, MAX_AHEAD);
    }

    private static void requireInterrupted(ThrowingCallable call) {
        Throwable error = catchThrowable(call);
        assertThat(Thread.interrupted()).as("interrupt status after %s", error).isTrue();
        assertThat(error).isInstanceOf(InterruptedIdException.class);
    }

    @Test
    void whicheverChangeOfAFirstLeaseIsInterruptedTheNextAttemptHasTheOnlyId() {
        for (int change = 0; ; change++) {
            try (ZooKeeperWorkerIds ids = open(path + change)) {
                faults.interruptAfter(change, link);
                Throwable error = catchThrowable(() -> ids.acquire(request));
                if (error == null) {
                    assertThat(change).as("changes of a first lease").isGreaterThanOrEqualTo(4);
                    return;
                }
                assertThat(Thread.interrupted())
                        .as("interrupt status after %s", error)
                        .isTrue();
                assertThat(error).isInstanceOf(InterruptedIdException.class);
                WorkerLease lease = ids.acquire(request);
                assertThat(lease.stampedUntil()).isLessThanOrEqualTo(lease.reservedUntil());
            }
        }
    }

    @Test
    void leaseThatWasInterruptedBeginsAboveTheStampOfTheHolderBefore() throws Exception {
        try (ZooKeeperWorkerIds ids = open(path);
                WorkerIds before = ZooKeeperFixture.open(server, path)) {
            before.acquire(request(0, Duration.ofMillis(100)).withRenewer(never -> {}))
                    .release(0);
            long stamp = System.currentTimeMillis() - 5_000;
            ZooKeeperFixture.moveFloorBack(server, path);
            ask(server, client -> client.setData().forPath(path + "/orders/0", (stamp + " 0 - other").getBytes()));
            // The first change asks for the time, the second is the lease.
            faults.interruptAfter(1, link);
            requireInterrupted(() -> ids.acquire(request));
            WorkerLease lease = ids.acquire(request);
            assertThat(lease.stampedUntil()).isEqualTo(stamp);
            lease.close();
        }
    }

    @Test
    void releaseThatWasInterruptedAndCarriedOutOnTheNodeOfAnotherRaisesItAboveThatOnesHolder() throws Exception {
        AtomicReference<RenewedLease> anew = new AtomicReference<>();
        try (ZooKeeperWorkerIds ids = open(path);
                WorkerIds others = ZooKeeperFixture.open(server, path)) {
            RenewedLease old = Leases.byHand(ids, request);
            // Both nodes have version 1.
            faults.beforeWrite(() -> {
                delete(path + "/orders/0");
                others.acquire(request.withRenewer(anew::set));
                faults.interruptAfter(0, link);
            });
            requireInterrupted(() -> old.release(old.stampedUntil()));
            byte[] slot = ask(server, client -> client.getData().forPath(path + "/orders/0"));
            assertThat(LeaseRecord.parse("", slot).bound())
                    .isGreaterThanOrEqualTo(anew.get().reservedUntil());
            assertThat(anew.get().renew()).isFalse();
            assertThat(anew.get().failure()).isInstanceOf(LeaseLostException.class);
        }
    }

    private void delete(String node) {
        try {
            ask(server, client -> client.delete().forPath(node));
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
