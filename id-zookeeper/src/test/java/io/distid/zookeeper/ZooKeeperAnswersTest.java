package io.distid.zookeeper;

import static io.distid.zookeeper.ZooKeeperFixture.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.distid.BackendException;
import io.distid.spi.RecordStore;
import io.distid.spi.RecordStore.LeaseRecord;
import io.distid.testkit.Eventually;
import io.distid.testkit.ServerAssumptions;
import io.distid.testservers.ZooKeeperServer;
import io.distid.time.Parking;
import io.distid.worker.RenewedLease;
import io.distid.worker.StoreWorkerIds;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import io.distid.worker.WorkerRequest;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Writes that were carried out and whose answer was lost, and machines that slept. */
class ZooKeeperAnswersTest {
    private static final Duration MAX_AHEAD = Duration.ofSeconds(1);
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final ZooKeeperServer server = ServerAssumptions.orSkip(ZooKeeperServer::shared);
    private final String path = ZooKeeperFixture.freshPath();
    private final TreeFaults faults = new TreeFaults(ZooKeeperFixture.tree(server));

    private WorkerIds open() {
        return ZooKeeperFixture.ids(faults.tree(), path, MAX_AHEAD);
    }

    /** A lease that is renewed by the test alone. */
    private static WorkerRequest by(AtomicReference<RenewedLease> lease, Duration reservation) {
        return request(0, reservation).withRenewer(lease::set);
    }

    private LeaseRecord record() {
        return ZooKeeperFixture.record(server, path, 0);
    }

    @Test
    void whicheverAnswerToAFirstLeaseIsLostTheNextAttemptHasTheOnlyId() {
        for (int answer = 0; ; answer++) {
            try (WorkerIds ids = ZooKeeperFixture.ids(faults.tree(), path + answer, MAX_AHEAD)) {
                faults.loseAnswerAfter(answer);
                Throwable error = catchThrowable(() -> ids.acquire(by(new AtomicReference<>(), MINUTE)));
                if (error == null) {
                    assertThat(answer)
                            .as("answers to the changes of a first lease")
                            .isGreaterThanOrEqualTo(4);
                    return;
                }
                assertThat(error).isInstanceOf(BackendException.class);
                WorkerLease lease = ids.acquire(by(new AtomicReference<>(), MINUTE));
                assertThat(lease.stampedUntil()).isLessThanOrEqualTo(lease.reservedUntil());
            }
            faults.reopen(ZooKeeperFixture.tree(server));
        }
    }

    @Test
    void leaseWhoseAnswerWasLostBeginsAboveTheStampOfTheHolderBefore() {
        try (WorkerIds ids = open();
                WorkerIds before = ZooKeeperFixture.open(server, path)) {
            before.acquire(by(new AtomicReference<>(), Duration.ofMillis(100))).release(0);
            long stamp = System.currentTimeMillis() - 5_000;
            ZooKeeperFixture.moveFloorBack(server, path);
            ZooKeeperFixture.put(server, path, 0, stamp, 0, "other");
            // The first change asks for the time, the second is the lease, which is asked for once more.
            faults.loseAnswerAfter(1);
            WorkerLease lease = ids.acquire(by(new AtomicReference<>(), MINUTE));
            assertThat(faults.lost()).isEqualTo(1);
            assertThat(lease.stampedUntil()).isEqualTo(stamp);
            lease.close();
        }
    }

    /** The renewing thread stands still between the answer and what it makes of it. */
    @Test
    void renewalThatTheReleaseOvertookDoesNotCountAsTheLastBound() {
        AtomicReference<RenewedLease> lease = new AtomicReference<>();
        AtomicReference<Runnable> afterWrite = new AtomicReference<>();
        AtomicBoolean written = new AtomicBoolean();
        ZooKeeperTree real = faults.tree();
        ZooKeeperTree slow = (ZooKeeperTree) Proxy.newProxyInstance(
                ZooKeeperTree.class.getClassLoader(),
                new Class<?>[] {ZooKeeperTree.class},
                (proxy, method, arguments) -> {
                    Runnable event =
                            method.getName().equals("where") && written.get() ? afterWrite.getAndSet(null) : null;
                    if (event != null) {
                        event.run();
                    }
                    Object answer = method.invoke(real, arguments);
                    written.compareAndSet(false, method.getName().equals("commitEach") && afterWrite.get() != null);
                    return answer;
                });
        try (WorkerIds ids = ZooKeeperFixture.ids(slow, path, MAX_AHEAD);
                WorkerIds before = ZooKeeperFixture.open(server, path)) {
            before.acquire(by(new AtomicReference<>(), Duration.ofMillis(100))).release(0);
            long stamp = System.currentTimeMillis() - 5_000;
            ZooKeeperFixture.moveFloorBack(server, path);
            ZooKeeperFixture.put(server, path, 0, stamp, 0, "other");
            ids.acquire(by(lease, MINUTE));
            afterWrite.set(() -> lease.get().release(stamp + 1));
            lease.get().renew();
            assertThat(afterWrite.get()).as("the release").isNull();
            assertThat(ids.acquire(by(lease, MINUTE)).stampedUntil()).isEqualTo(stamp + 1);
        }
    }

    @Test
    void renewalWhoseAnswerWasLostIsRepeated() {
        AtomicReference<RenewedLease> lease = new AtomicReference<>();
        try (WorkerIds ids = open()) {
            ids.acquire(by(lease, MINUTE));
            for (int i = 0; i < 3; i++) {
                loseAnswerOfWrite();
                assertThat(lease.get().renew()).isFalse();
                assertThat(faults.lost()).isEqualTo(1);
            }
            assertThat(lease.get().health().lost()).isFalse();
            assertThat(lease.get().renew()).isTrue();
            assertThat(record().bound()).isEqualTo(lease.get().reservedUntil());
            assertThat(lease.get().renew()).isTrue();
            lease.get().close();
        }
    }

    @Test
    void releaseWhoseAnswerWasLostIsNoRegressionToTheSameSource() {
        AtomicReference<RenewedLease> lease = new AtomicReference<>();
        try (WorkerIds ids = open();
                WorkerIds before = ZooKeeperFixture.open(server, path)) {
            before.acquire(by(new AtomicReference<>(), Duration.ofMillis(100))).release(0);
            ZooKeeperFixture.moveFloorBack(server, path);
            WorkerRequest request = by(lease, MINUTE);
            ids.acquire(request);
            long first = lease.get().stampedUntil();
            assertThat(lease.get().renew()).isTrue();
            faults.loseAnswerAfter(0);
            assertThatThrownBy(() -> lease.get().release(first + 500)).isInstanceOf(BackendException.class);
            assertThat(ids.acquire(request).stampedUntil()).isEqualTo(first + 500);
        }
    }

    @Test
    void machineThatSleptAsksTheServerBeforeItsClockIsBlamed() {
        AtomicReference<RenewedLease> lease = new AtomicReference<>();
        ZooKeeperTree tree = faults.tree();
        Parking parking = new Parking() {
            @Override
            public long nanoTime() {
                return tree.nanoTime();
            }

            @Override
            public void park(long nanos) {
                SYSTEM.park(nanos);
            }
        };
        RecordStore store = new ZooKeeperRecordStore(tree, path);
        try (WorkerIds ids = new StoreWorkerIds(store, MAX_AHEAD, StoreWorkerIds.Creation.ALLOWED, parking, null)) {
            ids.acquire(by(lease, Duration.ofMillis(200)));
            faults.freezeMonotonicClock();
            long slept = System.currentTimeMillis();
            Eventually.await("more than max-ahead").until(() -> System.currentTimeMillis() > slept + 1_500);
            assertThat(lease.get().renew()).isTrue();
            assertThat(lease.get().failure()).isNull();
            lease.get().close();
        }
    }

    @Test
    void olderRecordOfAServerThatLagsIsNoRegression() throws Exception {
        AtomicReference<RenewedLease> lease = new AtomicReference<>();
        try (WorkerIds ids = open()) {
            ids.acquire(by(lease, Duration.ofMillis(200)));
            ZooKeeperTree.Node older = faults.tree().read(path + "/orders/0");
            long first = lease.get().reservedUntil();
            Eventually.await("a renewal that moves the bound")
                    .until(() -> lease.get().renew() && lease.get().reservedUntil() > first);
            faults.lag(older);
            assertThat(lease.get().renew()).isTrue();
            assertThat(lease.get().health().lost()).isFalse();
            lease.get().close();
        }
    }

    @Test
    void eachWriteHasAnotherToken() {
        AtomicReference<RenewedLease> lease = new AtomicReference<>();
        List<String> tokens = new ArrayList<>();
        try (WorkerIds ids = open()) {
            ids.acquire(by(lease, MINUTE));
            for (int i = 0; i < 3; i++) {
                tokens.add(record().token());
                loseAnswerOfWrite();
                lease.get().renew();
            }
            lease.get().close();
        }
        assertThat(tokens).doesNotHaveDuplicates();
    }

    /** That of the next write to the record: a look is a change, too. */
    private void loseAnswerOfWrite() {
        faults.beforeWrite(() -> faults.loseAnswerAfter(0));
    }
}
