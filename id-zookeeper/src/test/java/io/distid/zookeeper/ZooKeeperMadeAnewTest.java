package io.distid.zookeeper;

import static io.distid.zookeeper.ZooKeeperFixture.ask;
import static io.distid.zookeeper.ZooKeeperFixture.open;
import static io.distid.zookeeper.ZooKeeperFixture.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import io.distid.IdsExhaustedException;
import io.distid.LeaseLostException;
import io.distid.testkit.Leases;
import io.distid.testkit.ServerAssumptions;
import io.distid.testservers.ZooKeeperServer;
import io.distid.worker.RenewedLease;
import io.distid.worker.WorkerIds;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Nodes that were removed, and made anew since create=true was left on. */
class ZooKeeperMadeAnewTest {
    private static final Duration LONG = Duration.ofMinutes(10);
    private static final Duration MAX_AHEAD = Duration.ofSeconds(1);

    private final ZooKeeperServer server = ServerAssumptions.orSkip(ZooKeeperServer::shared);
    private final String path = ZooKeeperFixture.freshPath();

    private void delete(String node) {
        try {
            ask(server, client -> client.delete().deletingChildrenIfNeeded().forPath(node));
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** It has the version that was read: the old holder has read its own, and its write comes when the other's is there. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void holderDoesNotWriteToTheNodeOfAnother(boolean answerIsLost) {
        AtomicReference<RenewedLease> anew = new AtomicReference<>();
        TreeFaults faults = new TreeFaults(ZooKeeperFixture.tree(server));
        try (WorkerIds ids = ZooKeeperFixture.ids(faults.tree(), path, MAX_AHEAD);
                WorkerIds others = open(server, path)) {
            RenewedLease old = Leases.byHand(ids, request(0, LONG));
            faults.beforeWrite(() -> {
                delete(path + "/orders/0");
                anew.set(Leases.byHand(others, request(0, LONG)));
                if (answerIsLost) {
                    faults.loseAnswerAfter(0);
                }
            });
            assertThat(old.renew()).isFalse();
            if (answerIsLost) {
                assertThat(old.failure()).isInstanceOf(BackendException.class);
                assertThat(old.renew()).isFalse();
            }
            assertThat(old.failure()).isInstanceOf(LeaseLostException.class);
            requireUntouched(anew.get());
        }
    }

    @Test
    void takeIsNotCarriedOutInANamespaceThatWasCreatedAgain() {
        AtomicReference<RenewedLease> anew = new AtomicReference<>();
        TreeFaults faults = new TreeFaults(ZooKeeperFixture.tree(server));
        try (WorkerIds ids = ZooKeeperFixture.ids(faults.tree(), path, MAX_AHEAD);
                WorkerIds others = open(server, path)) {
            ZooKeeperFixture.put(server, path, 0, System.currentTimeMillis(), 0, "before");
            // Both nodes have version 1: the one that was read, and the one that the take finds.
            faults.beforeWrite(() -> {
                delete(path + "/orders");
                anew.set(Leases.byHand(others, request(0, LONG)));
            });
            assertThatThrownBy(() -> ids.acquire(request(0, LONG))).isInstanceOf(IdsExhaustedException.class);
            requireUntouched(anew.get());
        }
    }

    /** It has no node in either, so that no version shows it. */
    @Test
    void idThatNobodyHadIsNotTakenBelowTheFloorOfANamespaceThatWasCreatedAgain() {
        AtomicReference<RenewedLease> anew = new AtomicReference<>();
        TreeFaults faults = new TreeFaults(ZooKeeperFixture.tree(server));
        try (WorkerIds ids = ZooKeeperFixture.ids(faults.tree(), path, MAX_AHEAD);
                WorkerIds others = open(server, path)) {
            ZooKeeperFixture.put(server, path, 0, System.currentTimeMillis(), 0, "before");
            ZooKeeperFixture.moveFloorBack(server, path);
            faults.beforeWrite(() -> {
                delete(path + "/orders");
                anew.set(Leases.byHand(others, request(0, LONG)));
            });
            RenewedLease lease = Leases.byHand(ids, request(1, LONG).withIds(1, 1));
            assertThat(lease.stampedUntil()).isGreaterThanOrEqualTo(anew.get().stampedUntil());
        }
    }

    private void requireUntouched(RenewedLease lease) {
        assertThat(ZooKeeperFixture.record(server, path, 0).bound()).isEqualTo(lease.reservedUntil());
        assertThat(lease.renew()).isTrue();
    }
}
