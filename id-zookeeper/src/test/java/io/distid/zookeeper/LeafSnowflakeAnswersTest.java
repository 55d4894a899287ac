package io.distid.zookeeper;

import static io.distid.zookeeper.LeafSnowflakeFixture.request;
import static io.distid.zookeeper.LeafSnowflakeFixture.use;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.distid.BackendException;
import io.distid.LeaseLostException;
import io.distid.testkit.Eventually;
import io.distid.testkit.Leases;
import io.distid.worker.RenewedLease;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import io.distid.worker.WorkerRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Transactions that were carried out and whose answer was lost, machines that slept, and processes that were copied. */
class LeafSnowflakeAnswersTest extends WithLeafSnowflakeFleet {
    @TempDir
    private Path directory;

    private TreeFaults faults;

    private LeafSnowflakeWorkerIds open(String name, @Nullable Path file) {
        faults = new TreeFaults(new CuratorTree(ZooKeeperLink.open(fleet.config(8080))));
        return new LeafSnowflakeWorkerIds(
                faults.tree(),
                new LeafSnowflakeWorkerIds.Settings(
                        name, "10.0.0.1:8080", true, file, Duration.ofMillis(300), null, Duration.ofSeconds(1)));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whicheverAnswerToAFirstLeaseIsLostTheNextAttemptHasTheNumber(boolean withFile) throws Exception {
        for (int answer = 0; ; answer++) {
            String name = "fleet-" + answer;
            Path file = withFile ? directory.resolve(name) : null;
            try (LeafSnowflakeWorkerIds source = open(name, file)) {
                AtomicReference<RenewedLease> lease = new AtomicReference<>();
                faults.loseAnswerAfter(answer);
                Throwable error = catchThrowable(() -> source.acquire(request(0).withRenewer(lease::set)));
                if (error == null) {
                    assertThat(answer)
                            .as("answers to the changes of a first lease")
                            .isGreaterThanOrEqualTo(6);
                    return;
                }
                assertThat(error).isInstanceOf(BackendException.class);
                WorkerLease again = source.acquire(request(0).withRenewer(lease::set));
                assertThat(again.workerId()).isZero();
                assertThat(fleet.client.getChildren().forPath("/snowflake/" + name + "/forever"))
                        .containsExactly("10.0.0.1:8080-0000000000");
                again.close();
            }
        }
    }

    @Test
    void leaseWhoseAnswerWasLostBeginsAboveTheStampOfTheHolderBefore() {
        AtomicReference<RenewedLease> lease = new AtomicReference<>();
        long stamp;
        try (WorkerIds source = fleet.open(8080)) {
            stamp = use(Leases.byHand(source, request(0)));
        }
        try (LeafSnowflakeWorkerIds source = open(fleet.name, null)) {
            // The first change asks for the time, the second is the lease.
            faults.loseAnswerAfter(1);
            assertThatThrownBy(() -> source.acquire(request(0).withRenewer(lease::set)))
                    .isInstanceOf(BackendException.class);
            assertThat(source.acquire(request(0).withRenewer(lease::set)).stampedUntil())
                    .isEqualTo(stamp);
            lease.get().close();
        }
    }

    @Test
    void takeWithoutAnAnswerThatWasCarriedOutInAnotherFleetBeginsAboveItsHolder() {
        AtomicReference<WorkerLease> anew = new AtomicReference<>();
        WorkerRequest request = request(0).withRenewer(never -> {});
        try (WorkerIds others = fleet.open(8080);
                LeafSnowflakeWorkerIds source = open(fleet.name, null)) {
            long lost = others.acquire(request).reservedUntil();
            // Nodes and marks of both fleets have the same versions.
            faults.beforeWrite(() -> {
                delete("/snowflake/" + fleet.name);
                anew.set(others.acquire(request));
                faults.loseAnswerAfter(0);
            });
            assertThatThrownBy(() -> source.acquire(request)).isInstanceOf(BackendException.class);
            assertThat(anew.get().reservedUntil()).isGreaterThan(lost);
            assertThat(source.acquire(request).stampedUntil())
                    .isGreaterThanOrEqualTo(anew.get().reservedUntil());
        }
    }

    @Test
    void takeOfAKeptNumberThatWasCarriedOutInAnotherFleetBeginsAboveItsHolder() {
        AtomicReference<RenewedLease> anew = new AtomicReference<>();
        WorkerRequest request = request(0).withRenewer(never -> {});
        try (LeafSnowflakeWorkerIds source = open(fleet.name, directory.resolve("one"));
                WorkerIds others =
                        fleet.open(8080, "file", directory.resolve("two").toString())) {
            WorkerLease first = source.acquire(request);
            awaitTicks(first);
            first.release(first.stampedUntil());
            // Written twice, as the node and the mark of the first fleet.
            faults.beforeWrite(() -> {
                delete("/snowflake/" + fleet.name);
                others.acquire(request(0).withRenewer(anew::set));
                assertThat(anew.get().renew()).isTrue();
                faults.loseAnswerAfter(0);
            });
            assertThatThrownBy(() -> source.acquire(request))
                    .isInstanceOf(BackendException.class)
                    .hasMessage("the answer to commit was lost");
            assertThat(source.acquire(request).stampedUntil())
                    .isGreaterThanOrEqualTo(anew.get().reservedUntil());
        }
    }

    private static void awaitTicks(WorkerLease lease) {
        Eventually.await("the end of a first start").until(() -> System.currentTimeMillis() > lease.stampedUntil());
    }

    private void delete(String node) {
        try {
            fleet.client.delete().deletingChildrenIfNeeded().forPath(node);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void renewalWhoseAnswerWasLostIsRepeated() {
        AtomicReference<RenewedLease> lease = new AtomicReference<>();
        try (LeafSnowflakeWorkerIds source = open(fleet.name, null)) {
            source.acquire(request(0).withRenewer(lease::set));
            for (int i = 0; i < 3; i++) {
                faults.loseAnswerAfter(0);
                assertThat(lease.get().renew()).isFalse();
            }
            assertThat(lease.get().health().lost()).isFalse();
            assertThat(lease.get().renew()).isTrue();
            lease.get().close();
        }
    }

    @Test
    void machineThatSleptAsksTheServerBeforeItsClockIsBlamed() {
        AtomicReference<RenewedLease> lease = new AtomicReference<>();
        try (LeafSnowflakeWorkerIds source = open(fleet.name, null)) {
            source.acquire(request(0).withRenewer(lease::set));
            faults.freezeMonotonicClock();
            long slept = System.currentTimeMillis();
            Eventually.await("more than max-ahead").until(() -> System.currentTimeMillis() > slept + 2_500);
            assertThat(lease.get().renew()).isTrue();
            lease.get().close();
        }
    }

    @Test
    void copyOfAProcessIsRefusedAtItsFirstRenewal() throws Exception {
        AtomicReference<RenewedLease> lease = new AtomicReference<>();
        try (LeafSnowflakeWorkerIds source = open(fleet.name, null)) {
            source.acquire(request(0).withRenewer(lease::set));
            long bound = lease.get().reservedUntil();
            LeafSnowflakeBackend one = copy(bound);
            LeafSnowflakeBackend two = copy(bound);
            one.renew(bound);
            assertThatThrownBy(() -> two.renew(bound))
                    .isInstanceOf(LeaseLostException.class)
                    .hasMessageContaining("copy of a process");
            one.renew(bound);
            String held = fleet.text(fleet.mark(0));
            two.release(0);
            assertThat(fleet.text(fleet.mark(0))).isEqualTo(held);
        }
    }

    /** What a process that was copied just now holds. */
    private LeafSnowflakeBackend copy(long bound) throws Exception {
        ZooKeeperTree tree = faults.tree();
        LeafSnowflakeFleet nodes = new LeafSnowflakeFleet(tree, fleet.name);
        LeafSnowflakeClaim claim = new LeafSnowflakeClaim(
                tree,
                nodes,
                request(0).withReservation(Duration.ofMillis(900)),
                "10.0.0.1:8080",
                Duration.ofSeconds(1));
        LeafSnowflakeFleet.Found found = claim.read(claim.mine(0));
        LeafSnowflakeFleet.Written written = new LeafSnowflakeFleet.Written(
                found.stat().getVersion(),
                found.markStat().getVersion(),
                found.markStat().getMzxid(),
                found.markStat().getCzxid(),
                new ZooKeeperHorizon.Moment(found.markStat().getMtime(), tree.nanoTime()));
        return new LeafSnowflakeBackend(
                claim, found.node(), found.mark().token(), Long.MIN_VALUE, bound, null, written);
    }
}
