package io.distid.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import io.distid.IdsExhaustedException;
import io.distid.coordination.FencedLocks;
import io.distid.coordination.LockGrant;
import io.distid.testkit.Eventually;
import io.distid.testkit.Leases;
import io.distid.testkit.ServerAssumptions;
import io.distid.testservers.ZooKeeperEnsemble;
import io.distid.testservers.ZooKeeperServer;
import io.distid.worker.RenewedLease;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import java.time.Duration;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Three servers, which elect another leader when theirs is killed or cut off: what was acknowledged, all leaders know. */
@Tag("slow")
class ZooKeeperElectionTest {
    /** Far longer than a test takes. */
    private static final Duration LEASE = Duration.ofMinutes(10);

    private static final String PATH = "/workers";
    private static final int MOST_ATTEMPTS = 5;

    private ZooKeeperEnsemble ensemble;

    @BeforeEach
    void start() {
        ensemble = ServerAssumptions.orSkip(ZooKeeperEnsemble::start);
    }

    @AfterEach
    void close() {
        if (ensemble != null) {
            ensemble.close();
        }
    }

    @Test
    void leasesAndLocksGoOnWhenTheLeaderIsKilled() {
        try (WorkerIds ids = open();
                FencedLocks locks = locks();
                FencedLocks others = locks()) {
            RenewedLease lease = await("a worker id").until(() -> acquire(ids), acquired -> true);
            LockGrant grant = await("a lock").until(() -> locks.lock("orders").lock(LEASE), granted -> true);
            long bound = lease.reservedUntil();
            long stamped = lease.stampedUntil();

            ZooKeeperServer old = ensemble.failOver();

            Leases.renewAbove(lease, bound);
            assertThat(lease.stampedUntil()).as("of a lease that was not over").isEqualTo(stamped);
            assertThatThrownBy(() -> await("an answer").until(() -> acquire(ids), acquired -> true))
                    .isInstanceOf(IdsExhaustedException.class);
            await("the lock is still held")
                    .until(() -> others.lock("orders").tryLock().isEmpty());
            try {
                grant.unlock();
            } catch (BackendException e) {
                // Its connection is not back yet: it is freed in the background once it is.
            }
            LockGrant next = await("a grant by the new leader")
                    .until(() -> others.lock("orders").lock(LEASE), granted -> true);
            assertThat(next.fence()).isGreaterThan(grant.fence());

            old.restart();
            ensemble.awaitCaughtUp();
            lease.close();
        }
    }

    /** The client is connected to the leader alone, which acknowledges nothing once it has lost the others. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void leaderThatIsCutOffGrantsNothingAndTheNextHolderBeginsAboveItsBound() {
        for (int attempt = 1; !isGrantedAboveTheBoundOfWhoIsCutOff(PATH + attempt); attempt++) {
            assertThat(attempt)
                    .as("attempts at which the release was not answered in time")
                    .isLessThan(MOST_ATTEMPTS);
        }
    }

    /** False where the machine was too busy to release the id within the short time-out, so that nobody can be granted it. */
    private boolean isGrantedAboveTheBoundOfWhoIsCutOff(String path) {
        ZooKeeperServer old = ensemble.leader();
        try (WorkerIds ids =
                Eventually.untilAnswered(() -> ZooKeeperFixture.open(old.connectString(), path, "timeout", "2s"))) {
            RenewedLease lease = await("a worker id").until(() -> acquire(ids), acquired -> true);
            ensemble.cutOff(old);
            ensemble.awaitSuccessor(old);
            long bound = lease.reservedUntil();

            assertThat(lease.renew()).isFalse();

            assertThat(lease.reservedUntil()).isEqualTo(bound);
            ensemble.heal();
            // It is told once, so the server must serve by then.
            assertThatThrownBy(() -> await("an answer").until(() -> acquire(ids), acquired -> true))
                    .isInstanceOf(IdsExhaustedException.class);
            try {
                lease.release(bound);
            } catch (BackendException e) {
                return false;
            }
            try (WorkerIds others = ZooKeeperFixture.open(ensemble.connectString(), path)) {
                WorkerLease next = await("the id once more").until(() -> acquire(others), acquired -> true);
                assertThat(next.stampedUntil()).isGreaterThanOrEqualTo(bound);
                next.close();
            }
            return true;
        }
    }

    /** He has looked by then, and the number of the epoch is the same once more. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void floorIsAboveAllThatWasReservedWhicheverHolderStoodStillBeforeHeRaisedIt() {
        RenewedLease[] lost = new RenewedLease[1];
        ZooKeeperTree before = ZooKeeperFixture.tree(ensemble.connectString());
        TreeFaults faults = new TreeFaults(before);
        try (WorkerIds first = open()) {
            await("a worker id")
                    .until(() -> acquireBrief(first), acquired -> true)
                    .close();
        }
        ensemble.awaitCaughtUp();
        ZooKeeperFixture.moveFloorBack(ensemble.leader(), PATH);
        ensemble.awaitCaughtUp();
        ensemble.members().forEach(ZooKeeperServer::copyData);
        ZooKeeperFixture.putBack(ensemble);
        try (WorkerIds slow = ZooKeeperFixture.ids(faults.tree(), PATH, Duration.ofSeconds(1))) {
            faults.beforeHeader(() -> {
                try (WorkerIds others = open()) {
                    lost[0] = await("the id").until(() -> acquireBrief(others), acquired -> true);
                    Leases.renewAbove(lost[0], lost[0].reservedUntil());
                    ZooKeeperFixture.putBack(ensemble);
                }
                // As a link does whose session is over.
                before.close();
                faults.reopen(ZooKeeperFixture.tree(ensemble.connectString()));
            });
            RenewedLease lease = await("the id once more").until(() -> acquireBrief(slow), acquired -> true);
            assertThat(lost[0]).as("who was granted it meanwhile").isNotNull();
            assertThat(lease.stampedUntil()).isGreaterThanOrEqualTo(lost[0].reservedUntil());
        }
    }

    private static RenewedLease acquireBrief(WorkerIds ids) {
        return Leases.byHand(ids, ZooKeeperFixture.request(0, Duration.ofSeconds(3)));
    }

    private static RenewedLease acquire(WorkerIds ids) {
        return Leases.byHand(ids, ZooKeeperFixture.request(0, LEASE));
    }

    private WorkerIds open() {
        return ZooKeeperFixture.open(ensemble.connectString(), PATH);
    }

    private FencedLocks locks() {
        return FencedLocks.open("zookeeper", ZooKeeperFixture.patient("connect", ensemble.connectString()));
    }

    private static ConditionFactory await(String what) {
        return Eventually.await(what).ignoreExceptionsInstanceOf(BackendException.class);
    }
}
