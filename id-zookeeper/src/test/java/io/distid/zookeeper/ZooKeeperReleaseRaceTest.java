package io.distid.zookeeper;

import static io.distid.zookeeper.ZooKeeperFixture.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.distid.spi.RecordStore.LeaseRecord;
import io.distid.testkit.ManualClock;
import io.distid.testkit.ServerAssumptions;
import io.distid.testservers.ZooKeeperServer;
import io.distid.worker.RenewedLease;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerRequest;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** A release that comes while a renewal is under way. */
class ZooKeeperReleaseRaceTest {
    private static final Duration MAX_AHEAD = Duration.ofSeconds(1);
    private static final int PATIENCE_SECONDS = 60;

    private final ZooKeeperServer server = ServerAssumptions.orSkip(ZooKeeperServer::shared);
    private final String path = ZooKeeperFixture.freshPath();
    private final TreeFaults faults = new TreeFaults(ZooKeeperFixture.tree(server));
    private final ManualClock clock = new ManualClock(InstantSource.system().instant());

    @Test
    void releaseThatReadTheRecordBeforeARenewalWasConfirmedFreesTheId() {
        AtomicReference<RenewedLease> lease = new AtomicReference<>();
        WorkerRequest request = request(0, Duration.ofMinutes(1), clock).withRenewer(lease::set);
        CountDownLatch read = new CountDownLatch(1);
        CountDownLatch renewed = new CountDownLatch(1);
        AtomicReference<CompletableFuture<Void>> release = new AtomicReference<>();
        try (WorkerIds ids = ZooKeeperFixture.ids(faults.tree(), path, MAX_AHEAD);
                WorkerIds before = ZooKeeperFixture.open(server, path)) {
            before.acquire(request).release(0);
            long stamp = clock.millis() - 5_000;
            ZooKeeperFixture.moveFloorBack(server, path);
            // An old stamp, so that the renewal moves the bound.
            ZooKeeperFixture.put(server, path, 0, stamp, 0, "other");
            ids.acquire(request);
            long bound = lease.get().reservedUntil();
            clock.advance(Duration.ofMillis(100));
            faults.beforeWrite(() -> {
                faults.afterRead(() -> {
                    read.countDown();
                    await(renewed);
                });
                release.set(CompletableFuture.runAsync(() -> lease.get().release(stamp + 1)));
                await(read);
            });
            assertThat(lease.get().renew()).as("renewed").isTrue();
            assertThat(lease.get().reservedUntil()).isGreaterThan(bound);
            renewed.countDown();
            assertThat(release.get()).succeedsWithin(Duration.ofSeconds(PATIENCE_SECONDS));
            LeaseRecord record = ZooKeeperFixture.record(server, path, 0);
            assertThat(record.bound()).isEqualTo(stamp + 1);
            assertThat(record.freeFrom()).isZero();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(PATIENCE_SECONDS, TimeUnit.SECONDS))
                    .as("in time")
                    .isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
