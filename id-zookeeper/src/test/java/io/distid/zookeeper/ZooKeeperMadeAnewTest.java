package io.distid.zookeeper;

import static io.distid.zookeeper.ZooKeeperFixture.ask;
import static io.distid.zookeeper.ZooKeeperFixture.open;
import static io.distid.zookeeper.ZooKeeperFixture.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import io.distid.IdsExhaustedException;
import io.distid.LeaseLostException;
import io.distid.spi.RecordText;
import io.distid.testkit.Eventually;
import io.distid.testkit.Leases;
import io.distid.testkit.ServerAssumptions;
import io.distid.testservers.ZooKeeperServer;
import io.distid.worker.RenewedLease;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
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
    private static final Duration LONG = Duration.ofMinutes(10);
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
    void nodeThatWasRemovedIsCreatedAgainAboveWhatItsHolderCanHaveReserved() throws Exception {
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
    void noBoundIsFurtherAheadOfTheServerThanItMayBe() throws Exception {
        try (WorkerIds ids = open(server, path)) {
            RenewedLease lease = Leases.byHand(ids, request(0, SHORT));
            for (int i = 0; i < 10; i++) {
                assertThat(lease.renew()).isTrue();
                Stat stat = new Stat();
                byte[] data = ask(
                        server, client -> client.getData().storingStatIn(stat).forPath(path + "/orders/0"));
                assertThat(stat.getVersion()).isGreaterThan(i);
                assertThat(RecordText.record(new String(data, StandardCharsets.UTF_8), null, "the node")
                                .bound())
                        .isLessThanOrEqualTo(stat.getMtime() + MAX_AHEAD + SHORT.toMillis());
            }
            lease.close();
        }
    }

    /** It has the version that was read: the old holder has read its own, and its write comes when the other's is there. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void holderDoesNotWriteToTheNodeOfAnother(boolean answerIsLost) {
        AtomicReference<RenewedLease> old = new AtomicReference<>();
        AtomicReference<RenewedLease> anew = new AtomicReference<>();
        TreeFaults faults = new TreeFaults(ZooKeeperFixture.tree(server));
        try (WorkerIds ids = ZooKeeperFixture.ids(faults.tree(), path, Duration.ofMillis(MAX_AHEAD));
                WorkerIds others = open(server, path)) {
            ids.acquire(request(0, LONG).withRenewer(old::set));
            faults.beforeWrite(() -> {
                delete(path + "/orders/0");
                others.acquire(request(0, LONG).withRenewer(anew::set));
                if (answerIsLost) {
                    faults.loseAnswerAfter(0);
                }
            });
            assertThat(old.get().renew()).isFalse();
            if (answerIsLost) {
                assertThat(old.get().failure()).isInstanceOf(BackendException.class);
                assertThat(old.get().renew()).isFalse();
            }
            assertThat(old.get().failure()).isInstanceOf(LeaseLostException.class);
            requireUntouched(anew.get());
        }
    }

    @Test
    void releaseIsNotCarriedOutOnTheNodeOfAnother() {
        AtomicReference<RenewedLease> old = new AtomicReference<>();
        AtomicReference<RenewedLease> anew = new AtomicReference<>();
        TreeFaults faults = new TreeFaults(ZooKeeperFixture.tree(server));
        try (WorkerIds ids = ZooKeeperFixture.ids(faults.tree(), path, Duration.ofMillis(MAX_AHEAD));
                WorkerIds others = open(server, path)) {
            ids.acquire(request(0, LONG).withRenewer(old::set));
            // Both nodes have version 1, as above.
            faults.beforeWrite(() -> {
                delete(path + "/orders/0");
                others.acquire(request(0, LONG).withRenewer(anew::set));
            });
            old.get().release(old.get().stampedUntil());
            requireUntouched(anew.get());
        }
    }

    @Test
    void takeIsNotCarriedOutInANamespaceThatWasCreatedAgain() {
        AtomicReference<RenewedLease> anew = new AtomicReference<>();
        TreeFaults faults = new TreeFaults(ZooKeeperFixture.tree(server));
        try (WorkerIds ids = ZooKeeperFixture.ids(faults.tree(), path, Duration.ofMillis(MAX_AHEAD));
                WorkerIds others = open(server, path)) {
            ZooKeeperFixture.put(server, path, 0, System.currentTimeMillis(), 0, "before");
            // Both nodes have version 1: the one that was read, and the one that the take finds.
            faults.beforeWrite(() -> {
                delete(path + "/orders");
                others.acquire(request(0, LONG).withRenewer(anew::set));
            });
            assertThatThrownBy(() -> ids.acquire(request(0, LONG))).isInstanceOf(IdsExhaustedException.class);
            requireUntouched(anew.get());
        }
    }

    private void requireUntouched(RenewedLease lease) {
        assertThat(ZooKeeperFixture.record(server, path, 0).bound()).isEqualTo(lease.reservedUntil());
        assertThat(lease.renew()).isTrue();
    }
}
