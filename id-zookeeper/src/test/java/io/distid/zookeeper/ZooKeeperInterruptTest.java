package io.distid.zookeeper;

import static io.distid.zookeeper.ZooKeeperFixture.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.distid.InterruptedIdException;
import io.distid.spi.RecordStore.LeaseRecord;
import io.distid.spi.RecordText;
import io.distid.testkit.ServerAssumptions;
import io.distid.testservers.ZooKeeperServer;
import io.distid.testservers.fault.LossyLink;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import io.distid.worker.WorkerRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Threads that are interrupted while they wait for the answer to a write, which is carried out all the same. */
class ZooKeeperInterruptTest {
    private static final Duration MAX_AHEAD = Duration.ofSeconds(1);

    private final ZooKeeperServer server = ServerAssumptions.orSkip(ZooKeeperServer::shared);
    private final LossyLink link = ZooKeeperFixture.link(server);
    private final String path = ZooKeeperFixture.freshPath();
    private final WorkerRequest request = request(0, Duration.ofMinutes(1)).withRenewer(never -> {});
    private TreeFaults faults;

    @AfterEach
    void cut() {
        link.close();
    }

    private WorkerIds open(String parent) {
        faults = new TreeFaults(ZooKeeperFixture.tree(ZooKeeperFixture.connect(link.address())));
        return ZooKeeperFixture.ids(faults.tree(), parent, MAX_AHEAD);
    }

    private static void requireInterrupted(Throwable error) {
        assertThat(Thread.interrupted()).as("interrupt status after %s", error).isTrue();
        assertThat(error).isInstanceOf(InterruptedIdException.class);
    }

    @Test
    void whicheverChangeOfAFirstLeaseIsInterruptedTheNextAttemptHasTheOnlyId() {
        for (int change = 0; ; change++) {
            try (WorkerIds ids = open(path + change)) {
                faults.interruptAfter(change, link);
                Throwable error = catchThrowable(() -> ids.acquire(request));
                if (error == null) {
                    assertThat(change).as("changes of a first lease").isGreaterThanOrEqualTo(4);
                    return;
                }
                requireInterrupted(error);
                WorkerLease lease = ids.acquire(request);
                assertThat(lease.stampedUntil()).isLessThanOrEqualTo(lease.reservedUntil());
            }
        }
    }

    @Test
    void leaseThatWasInterruptedIsHadByTheNextAttemptAboveItsBound() throws Exception {
        try (WorkerIds ids = open(path);
                WorkerIds before = ZooKeeperFixture.open(server, path)) {
            before.acquire(request(0, Duration.ofMillis(100)).withRenewer(never -> {}))
                    .release(0);
            long stamp = System.currentTimeMillis() - 5_000;
            ZooKeeperFixture.moveFloorBack(server, path);
            ZooKeeperFixture.put(server, path, 0, stamp, 0, "other");
            // The first change asks for the time, the second is the lease.
            faults.interruptAfter(1, link);
            requireInterrupted(catchThrowable(() -> ids.acquire(request)));
            // Over the same session, and so behind what was interrupted.
            byte[] data = faults.tree().read(path + "/orders/0").data();
            LeaseRecord interrupted = RecordText.record(new String(data, StandardCharsets.UTF_8), null, "the node");
            assertThat(interrupted.stamped()).isEqualTo(stamp);
            WorkerLease lease = ids.acquire(request);
            assertThat(lease.stampedUntil()).isEqualTo(interrupted.bound());
            lease.close();
        }
    }
}
