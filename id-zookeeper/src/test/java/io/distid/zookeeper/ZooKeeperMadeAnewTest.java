package io.distid.zookeeper;

import static io.distid.zookeeper.ZooKeeperFixture.ask;
import static io.distid.zookeeper.ZooKeeperFixture.open;
import static io.distid.zookeeper.ZooKeeperFixture.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.distid.BackendException;
import io.distid.LeaseLostException;
import io.distid.StoreRegressedException;
import io.distid.testkit.Eventually;
import io.distid.testkit.Leases;
import io.distid.testkit.ServerAssumptions;
import io.distid.testservers.ZooKeeperServer;
import io.distid.worker.RenewedLease;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import io.distid.worker.WorkerRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.zookeeper.data.Stat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Nodes that were removed, and made anew since create=true was left on. */
class ZooKeeperMadeAnewTest {
    private static final Duration SHORT = Duration.ofMillis(600);
    private static final long MAX_AHEAD = 1_000;

    private final ZooKeeperServer server = ServerAssumptions.orSkip(ZooKeeperServer::shared);
    private final String path = ZooKeeperFixture.freshPath();

    private void delete(String node) {
        try {
            ask(server, client -> client.delete().deletingChildrenIfNeeded().forPath(node));
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private String slot(int id) throws Exception {
        return new String(
                ask(server, client -> client.getData().forPath(path + "/orders/" + id)), StandardCharsets.UTF_8);
    }

    /** Waits until the first holder may issue, and a new record of a namespace that lost nothing needs no wait. */
    private static void awaitStart(WorkerLease lease) {
        Eventually.await("the first id").until(() -> System.currentTimeMillis() > lease.stampedUntil() + 100);
        Eventually.await("a renewal").until(() -> lease.reservedUntil() > System.currentTimeMillis());
    }

    @Test
    void firstHolderOfANamespaceBeginsAboveWhatHoldersOfALostOneCanHaveReserved() throws Exception {
        try (WorkerIds ids = open(server, path);
                WorkerIds others = open(server, path)) {
            RenewedLease old = Leases.byHand(ids, request(0, SHORT));
            Leases.renewAbove(old, old.stampedUntil());
            delete(path + "/orders");
            long lost = System.currentTimeMillis();
            RenewedLease anew = Leases.byHand(others, request(0, SHORT));
            assertThat(anew.stampedUntil())
                    .isGreaterThanOrEqualTo(old.reservedUntil())
                    .isBetween(
                            lost + MAX_AHEAD + SHORT.toMillis() - 50,
                            System.currentTimeMillis() + MAX_AHEAD + SHORT.toMillis() + 50);
            assertThat(anew.reservedUntil()).isGreaterThanOrEqualTo(anew.stampedUntil());
            assertThat(old.renew()).isFalse();
            assertThat(old.health().lost()).isTrue();
            assertThat(old.reservedUntil()).isLessThanOrEqualTo(anew.stampedUntil());
            Leases.renewAbove(anew, anew.stampedUntil());
            anew.close();
        }
    }

    @Test
    void nodeThatWasRemovedIsMadeAnewAboveWhatItsHolderCanHaveReserved() throws Exception {
        try (WorkerIds ids = open(server, path);
                WorkerIds others = open(server, path)) {
            RenewedLease old = Leases.byHand(ids, request(0, SHORT));
            Leases.renewAbove(old, old.stampedUntil());
            delete(path + "/orders/0");
            long lost = System.currentTimeMillis();
            WorkerLease anew = others.acquire(request(0, SHORT));
            assertThat(anew.stampedUntil())
                    .isGreaterThanOrEqualTo(old.reservedUntil())
                    .isGreaterThan(lost);
            anew.close();
        }
    }

    @Test
    void idThatNobodyHadNeedsNoWaitWhereNothingWasLost() throws Exception {
        try (WorkerIds ids = open(server, path)) {
            WorkerLease first = ids.acquire(request(7, SHORT));
            awaitStart(first);
            // Another one in any case, though the first may have run out by now.
            WorkerLease second = ids.acquire(request(7, SHORT).withPreferredId((first.workerId() + 1) % 8));
            assertThat(second.workerId()).isNotEqualTo(first.workerId());
            assertThat(second.stampedUntil()).isLessThan(System.currentTimeMillis());
            first.close();
            second.close();
        }
    }

    @Test
    void idThatWasGivenBackIsBetterThanOneThatMayHaveBeenLost() throws Exception {
        try (WorkerIds ids = open(server, path)) {
            WorkerLease kept = ids.acquire(request(7, SHORT));
            awaitStart(kept);
            kept.release(System.currentTimeMillis());
            delete(path + "/orders/clock");
            WorkerLease again = ids.acquire(request(7, SHORT));
            assertThat(again.workerId()).isEqualTo(kept.workerId());
            assertThat(again.stampedUntil()).isLessThanOrEqualTo(System.currentTimeMillis());
            long before = System.currentTimeMillis();
            WorkerLease other = ids.acquire(request(7, SHORT).withPreferredId((kept.workerId() + 1) % 8));
            assertThat(other.stampedUntil())
                    .as("an id without a node, where one was removed")
                    .isGreaterThan(before);
            again.close();
            other.close();
        }
    }

    @Test
    void nodeWhoseMakerEndedBeforeItHadABoundBeginsAboveItsTime() throws Exception {
        try (WorkerIds ids = open(server, path)) {
            ids.acquire(request(0, SHORT)).close();
            delete(path + "/orders/0");
            ask(
                    server,
                    client -> client.create()
                            .forPath(
                                    path + "/orders/0",
                                    new LeaseRecord(LeaseRecord.NEW, 0, "token", "a node that crashed").bytes()));
            long made = System.currentTimeMillis();
            Eventually.await("a later ms").until(() -> System.currentTimeMillis() > made + 5);
            try (WorkerIds others = open(server, path)) {
                WorkerLease lease = others.acquire(request(0, SHORT));
                assertThat(lease.stampedUntil()).isGreaterThan(made + MAX_AHEAD);
                lease.close();
            }
        }
    }

    @Test
    void noBoundIsFurtherAheadOfTheServerThanItMayBe() throws Exception {
        try (WorkerIds ids = open(server, path)) {
            RenewedLease lease = Leases.byHand(ids, request(0, SHORT));
            for (int i = 0; i < 10; i++) {
                assertThat(lease.renew()).isTrue();
                Stat stat = new Stat();
                byte[] data = ask(
                        server, client -> client.getData().storingStatIn(stat).forPath(path + "/orders/0"));
                assertThat(stat.getVersion()).isGreaterThan(i);
                assertThat(LeaseRecord.parse("", data).bound())
                        .isLessThanOrEqualTo(stat.getMtime() + MAX_AHEAD + SHORT.toMillis());
            }
            lease.close();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void holderThatWroteToTheNodeOfAnotherRaisesItAboveBoth(boolean answerIsLost) throws Exception {
        AtomicReference<RenewedLease> old = new AtomicReference<>();
        AtomicReference<RenewedLease> anew = new AtomicReference<>();
        TreeFaults faults = new TreeFaults(ZooKeeperFixture.tree(server));
        try (WorkerIds ids = new ZooKeeperWorkerIds(faults.tree(), path, true, Duration.ofMillis(MAX_AHEAD));
                WorkerIds others = open(server, path)) {
            ids.acquire(request(0, SHORT).withRenewer(old::set));
            // Both nodes have version 1: the old holder has read its own, and its write is carried out on that of the
            // other.
            faults.beforeWrite(() -> {
                delete(path + "/orders/0");
                others.acquire(request(0, SHORT).withRenewer(anew::set));
                if (answerIsLost) {
                    faults.loseAnswerAfter(0);
                }
            });
            long before = System.currentTimeMillis();
            assertThat(old.get().renew()).isFalse();
            if (answerIsLost) {
                assertThat(old.get().failure()).isInstanceOf(BackendException.class);
                assertThat(old.get().renew()).isFalse();
            }
            assertThat(old.get().failure())
                    .isInstanceOf(StoreRegressedException.class)
                    .hasMessageContaining("made anew");
            assertThat(LeaseRecord.parse("", slot(0).getBytes()).bound())
                    .isGreaterThanOrEqualTo(anew.get().reservedUntil())
                    .isGreaterThan(before + MAX_AHEAD);
            assertThat(anew.get().renew()).isFalse();
            assertThat(anew.get().failure()).isInstanceOf(LeaseLostException.class);
        }
    }

    @Test
    void releaseWithoutAnAnswerThatWasCarriedOutOnTheNodeOfAnotherRaisesItAboveThatOnesHolder() throws Exception {
        AtomicReference<RenewedLease> old = new AtomicReference<>();
        AtomicReference<RenewedLease> anew = new AtomicReference<>();
        TreeFaults faults = new TreeFaults(ZooKeeperFixture.tree(server));
        try (WorkerIds ids = new ZooKeeperWorkerIds(faults.tree(), path, true, Duration.ofMillis(MAX_AHEAD));
                WorkerIds others = open(server, path)) {
            ids.acquire(request(0, SHORT).withRenewer(old::set));
            // Both nodes have version 1, as above.
            faults.beforeWrite(() -> {
                delete(path + "/orders/0");
                others.acquire(request(0, SHORT).withRenewer(anew::set));
                faults.loseAnswerAfter(0);
            });
            assertThatThrownBy(() -> old.get().release(old.get().stampedUntil()))
                    .isInstanceOf(BackendException.class);
            assertThat(LeaseRecord.parse("", slot(0).getBytes()).bound())
                    .isGreaterThanOrEqualTo(anew.get().reservedUntil());
            assertThat(anew.get().renew()).isFalse();
            assertThat(anew.get().failure()).isInstanceOf(LeaseLostException.class);
        }
    }

    @Test
    void takeWithoutAnAnswerThatWasCarriedOutOnAnotherNodeBeginsAboveThatOnesHolder() {
        AtomicReference<WorkerLease> anew = new AtomicReference<>();
        WorkerRequest request = request(0, SHORT).withRenewer(never -> {});
        TreeFaults faults = new TreeFaults(ZooKeeperFixture.tree(server));
        try (WorkerIds ids = new ZooKeeperWorkerIds(faults.tree(), path, true, Duration.ofMillis(MAX_AHEAD));
                WorkerIds others = open(server, path)) {
            long lost = others.acquire(request).reservedUntil();
            // Both nodes have version 1: the one that was read, and the one that the write is carried out on.
            faults.beforeWrite(() -> {
                delete(path + "/orders");
                anew.set(others.acquire(request));
                faults.loseAnswerAfter(0);
            });
            Eventually.await("a take without an answer")
                    .until(() -> catchThrowable(() -> ids.acquire(request)), BackendException.class::isInstance);
            assertThat(anew.get().reservedUntil()).isGreaterThan(lost);
            assertThat(ids.acquire(request).stampedUntil())
                    .isGreaterThanOrEqualTo(anew.get().reservedUntil());
        }
    }
}
