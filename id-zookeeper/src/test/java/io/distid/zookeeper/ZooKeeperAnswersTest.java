package io.distid.zookeeper;

import static io.distid.zookeeper.ZooKeeperFixture.ask;
import static io.distid.zookeeper.ZooKeeperFixture.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.distid.BackendException;
import io.distid.LeaseLostException;
import io.distid.testkit.Eventually;
import io.distid.testkit.ServerAssumptions;
import io.distid.testservers.ZooKeeperServer;
import io.distid.worker.KnownBounds;
import io.distid.worker.LeaseRenewer;
import io.distid.worker.RenewedLease;
import io.distid.worker.WorkerLease;
import io.distid.worker.WorkerRequest;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.zookeeper.data.Stat;
import org.junit.jupiter.api.Test;

/** Writes that were carried out and whose answer was lost, machines that slept, and processes that were copied. */
class ZooKeeperAnswersTest {
    private static final Duration MAX_AHEAD = Duration.ofSeconds(1);
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final ZooKeeperServer server = ServerAssumptions.orSkip(ZooKeeperServer::shared);
    private final String path = ZooKeeperFixture.freshPath();
    private final TreeFaults faults = new TreeFaults(ZooKeeperFixture.tree(server));

    private ZooKeeperWorkerIds open() {
        return new ZooKeeperWorkerIds(faults.tree(), path, true, MAX_AHEAD);
    }

    /** A lease that is renewed by the test alone. */
    private static WorkerRequest by(AtomicReference<RenewedLease> lease, Duration reservation) {
        return request(0, reservation).withRenewer(lease::set);
    }

    private String slot() throws Exception {
        return new String(ask(server, client -> client.getData().forPath(path + "/orders/0")), StandardCharsets.UTF_8);
    }

    @Test
    void whicheverAnswerToAFirstLeaseIsLostTheNextAttemptHasTheOnlyId() {
        for (int answer = 0; ; answer++) {
            try (ZooKeeperWorkerIds ids = new ZooKeeperWorkerIds(faults.tree(), path + answer, true, MAX_AHEAD)) {
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
    void leaseWhoseAnswerWasLostBeginsAboveTheStampOfTheHolderBefore() throws Exception {
        try (ZooKeeperWorkerIds ids = open();
                ZooKeeperWorkerIds before =
                        new ZooKeeperWorkerIds(ZooKeeperFixture.tree(server), path, true, MAX_AHEAD)) {
            before.acquire(by(new AtomicReference<>(), Duration.ofMillis(100))).release(0);
            long stamp = System.currentTimeMillis() - 5_000;
            ZooKeeperFixture.moveFloorBack(server, path);
            ask(server, client -> client.setData().forPath(path + "/orders/0", (stamp + " 0 - other").getBytes()));
            // The first change asks for the time, the second is the lease.
            faults.loseAnswerAfter(1);
            assertThatThrownBy(() -> ids.acquire(by(new AtomicReference<>(), MINUTE)))
                    .isInstanceOf(BackendException.class);
            assertThat(faults.lost()).isEqualTo(1);
            WorkerLease lease = ids.acquire(by(new AtomicReference<>(), MINUTE));
            assertThat(lease.stampedUntil()).isEqualTo(stamp);
            lease.close();
        }
    }

    /** The renewing thread stands still between the answer and what it makes of it. */
    @Test
    void renewalThatTheReleaseOvertookDoesNotCountAsTheLastBound() throws Exception {
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
                    written.compareAndSet(false, method.getName().equals("write") && afterWrite.get() != null);
                    return answer;
                });
        try (ZooKeeperWorkerIds ids = new ZooKeeperWorkerIds(slow, path, true, MAX_AHEAD);
                ZooKeeperWorkerIds before =
                        new ZooKeeperWorkerIds(ZooKeeperFixture.tree(server), path, true, MAX_AHEAD)) {
            before.acquire(by(new AtomicReference<>(), Duration.ofMillis(100))).release(0);
            long stamp = System.currentTimeMillis() - 5_000;
            ZooKeeperFixture.moveFloorBack(server, path);
            ask(server, client -> client.setData().forPath(path + "/orders/0", (stamp + " 0 - other").getBytes()));
            ids.acquire(by(lease, MINUTE));
            afterWrite.set(() -> lease.get().release(stamp + 1));
            lease.get().renew();
            assertThat(afterWrite.get()).as("the release").isNull();
            assertThat(ids.acquire(by(lease, MINUTE)).stampedUntil()).isEqualTo(stamp + 1);
        }
    }

    @Test
    void renewalWhoseAnswerWasLostIsRepeated() throws Exception {
        AtomicReference<RenewedLease> lease = new AtomicReference<>();
        try (ZooKeeperWorkerIds ids = open()) {
            ids.acquire(by(lease, MINUTE));
            for (int i = 0; i < 3; i++) {
                faults.loseAnswerAfter(0);
                assertThat(lease.get().renew()).isFalse();
            }
            assertThat(lease.get().health().lost()).isFalse();
            assertThat(lease.get().renew()).isTrue();
            assertThat(slot()).startsWith(lease.get().reservedUntil() + " ");
            assertThat(lease.get().renew()).isTrue();
            lease.get().close();
        }
    }

    @Test
    void releaseWhoseAnswerWasLostIsNoRegressionToTheSameSource() throws Exception {
        AtomicReference<RenewedLease> lease = new AtomicReference<>();
        try (ZooKeeperWorkerIds ids = open()) {
            WorkerRequest request = by(lease, Duration.ofMillis(200));
            ids.acquire(request);
            long first = lease.get().stampedUntil();
            Eventually.await("the first ticks").until(() -> System.currentTimeMillis() > first + 1_000);
            assertThat(lease.get().renew()).isTrue();
            faults.loseAnswerAfter(0);
            assertThatThrownBy(() -> lease.get().release(first + 500)).isInstanceOf(BackendException.class);
            assertThat(ids.acquire(request).stampedUntil()).isEqualTo(first + 500);
        }
    }

    @Test
    void machineThatSleptAsksTheServerBeforeItsClockIsBlamed() {
        AtomicReference<RenewedLease> lease = new AtomicReference<>();
        try (ZooKeeperWorkerIds ids = open()) {
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
        try (ZooKeeperWorkerIds ids = open()) {
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
    void copyOfAProcessIsRefusedAtItsFirstRenewal() throws Exception {
        AtomicReference<RenewedLease> lease = new AtomicReference<>();
        try (ZooKeeperWorkerIds ids = open()) {
            WorkerRequest request = by(lease, MINUTE);
            ids.acquire(request);
            ZooKeeperLeaseBackend one = copy(request);
            ZooKeeperLeaseBackend two = copy(request);
            long bound = lease.get().reservedUntil();
            one.renew(bound);
            assertThatThrownBy(() -> two.renew(bound))
                    .isInstanceOf(LeaseLostException.class)
                    .hasMessageContaining("copy of a process");
            one.renew(bound);
            String held = slot();
            two.release(0);
            assertThat(slot()).isEqualTo(held);
        }
    }

    @Test
    void eachWriteHasAnotherToken() throws Exception {
        AtomicReference<RenewedLease> lease = new AtomicReference<>();
        List<String> tokens = new ArrayList<>();
        try (ZooKeeperWorkerIds ids = open()) {
            ids.acquire(by(lease, MINUTE));
            for (int i = 0; i < 3; i++) {
                tokens.add(slot().split(" ")[2]);
                faults.loseAnswerAfter(0);
                lease.get().renew();
            }
            lease.get().close();
        }
        assertThat(tokens).doesNotHaveDuplicates();
    }

    /** What a process that was copied just now holds. */
    private ZooKeeperLeaseBackend copy(WorkerRequest request) throws Exception {
        Stat stat = ask(server, client -> client.checkExists().forPath(path + "/orders/0"));
        LeaseRecord slot = LeaseRecord.parse("", slot().getBytes(StandardCharsets.UTF_8));
        ZooKeeperTree tree = faults.tree();
        return new ZooKeeperLeaseBackend(
                tree,
                new ZooKeeperNamespace(tree, path, request),
                new ZooKeeperHorizon(request, MAX_AHEAD),
                new KnownBounds(),
                new LeaseRenewer(1),
                path + "/orders/0",
                LeaseRecord.NEW,
                slot,
                stat);
    }
}
