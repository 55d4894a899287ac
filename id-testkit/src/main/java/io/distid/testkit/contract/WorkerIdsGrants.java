package io.distid.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.distid.ConfigException;
import io.distid.IdException;
import io.distid.IdsExhaustedException;
import io.distid.testkit.ConcurrentRunner;
import io.distid.testkit.TestJvm;
import io.distid.worker.LeaseHealth;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import io.distid.worker.WorkerRequest;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Tests of grants without faults: the worker ids, and the stamps above which they begin. */
abstract class WorkerIdsGrants extends WorkerIdsFixture {
    private static final int PROCESSES = 2;
    private static final int THREADS_OF_EACH = 16;

    private static final String OTHER_LAYOUT = "39 x 10 ms, 16 worker, 8 sequence, from 2014-09-01";
    /** The allowed difference between the store's clock and this process's. */
    private static final Duration SLACK = Duration.ofMillis(500);
    /** More than a busy machine spoils. */
    private static final int MOST_TURNS = 30;

    @Test
    final void freshLeaseBeginsAboveAllThatALostLeaseCanHaveReserved() {
        try (WorkerIds source = open()) {
            long before = System.currentTimeMillis();
            WorkerLease lease = source.acquire(request(newNamespace(), 7));
            long after = System.currentTimeMillis();
            assertThat(lease.workerId()).as("worker id").isBetween(0, 7);
            assertThat(lease.isDurable()).as("durable").isTrue();
            assertThat(source.isDurable()).as("durable, as the source tells").isTrue();
            assertThat(lease.stampedUntil())
                    .as(
                            "stamped until, in a namespace that was made from %d to %d, with a horizon of %s",
                            before, after, horizon())
                    .isBetween(
                            before + reservation().toMillis(),
                            after + horizon().plus(SLACK).toMillis());
            assertThat(lease.reservedUntil())
                    .as("reserved until, when stamped until %d", lease.stampedUntil())
                    .isGreaterThanOrEqualTo(lease.stampedUntil());
            assertThat(lease.failure()).as("failure").isNull();
            LeaseHealth health = lease.health();
            assertThat(health.workerId()).as("worker id by health").isEqualTo(lease.workerId());
            assertThat(health.lost()).as("lost by health").isFalse();
            assertThat(health.renewalsFailed()).as("failed renewals by health").isZero();
            awaitTicks(lease);
            lease.close();
        }
    }

    /** A strategy then refuses a shorter start-wait, before anything is created. */
    @Test
    final void firstStartReportsItsWait() {
        try (WorkerIds source = open()) {
            WorkerRequest request = request(newNamespace(), 7);
            assertThat(source.firstStart(request))
                    .as("how far ahead the first id of a namespace lies that is missing and may be made")
                    .isEqualTo(horizon());
        }
    }

    @Test
    @ResourceLock(TestJvm.CROWD)
    final void processesThatFillTheRangeAllGetDistinctIds() {
        String namespace = newNamespace();
        int total = PROCESSES * THREADS_OF_EACH;
        List<TestJvm> children = new ArrayList<>();
        try {
            for (int i = 0; i < PROCESSES; i++) {
                children.add(child(namespace, total - 1, LASTING, "process-" + i, THREADS_OF_EACH));
            }
            children.forEach(child -> child.await("ready", TestJvm.START));
            children.forEach(child -> child.tell("acquire"));
            List<List<Integer>> ids = new ArrayList<>();
            for (TestJvm child : children) {
                ids.add(IntStream.range(0, THREADS_OF_EACH)
                        .mapToObj(i ->
                                Integer.valueOf(child.await("lease", patience()).get(0)))
                        .toList());
            }
            DuplicateChecker.refuse(ids);
            assertThat(ids.stream().flatMap(List::stream)).as("worker ids").allMatch(id -> id >= 0 && id < total);
            children.forEach(child -> child.tell("release"));
            children.forEach(child -> child.await("released", patience()));
            try (WorkerIds source = open()) {
                refuseOtherLayout(source, namespace, "by a process that has not seen the first");
            }
        } finally {
            children.forEach(TestJvm::close);
        }
    }

    @Test
    final void asManyThreadsAsThereAreIdsGetAnId() {
        String namespace = newNamespace();
        try (WorkerIds one = open();
                WorkerIds two = open()) {
            List<@Nullable WorkerLease> leases = ConcurrentRunner.run(16, patience(), thread -> {
                try {
                    return (thread % 2 == 0 ? one : two).acquire(lasting(namespace, 3));
                } catch (IdsExhaustedException e) {
                    return null;
                }
            });
            List<WorkerLease> held = leases.stream().filter(Objects::nonNull).toList();
            assertThat(held.stream().map(WorkerLease::workerId))
                    .as("ids granted to 16 threads from a range of 4")
                    .containsExactlyInAnyOrder(0, 1, 2, 3);
            held.forEach(WorkerLease::close);
        }
    }

    @Test
    final void idsBelowTheFirstAllowedAreNotGranted() {
        String namespace = newNamespace();
        try (WorkerIds source = open()) {
            WorkerRequest request = new WorkerRequest(
                    namespace, 2, 3, OptionalInt.empty(), LASTING, LAYOUT, "contract", InstantSource.system());
            List<WorkerLease> held = List.of(source.acquire(request), source.acquire(request));
            assertThat(held.stream().map(WorkerLease::workerId))
                    .as("ids granted from 2 to 3")
                    .containsExactlyInAnyOrder(2, 3);
            assertThat(catchThrowable(() -> source.acquire(request)))
                    .as("third holder of two ids")
                    .isInstanceOf(IdsExhaustedException.class)
                    .hasMessageContaining("from 2 to 3");
            held.forEach(WorkerLease::close);
        }
    }

    @Test
    final void fullRangeIsReportedWithItsHolders() {
        String namespace = newNamespace();
        try (WorkerIds source = open()) {
            WorkerLease one = source.acquire(lasting(namespace, 1, OptionalInt.empty(), "holder-alice"));
            WorkerLease two = source.acquire(lasting(namespace, 1, OptionalInt.empty(), "holder-bob"));
            assertThat(catchThrowable(() -> source.acquire(lasting(namespace, 1))))
                    .as("third holder of two ids")
                    .isInstanceOf(IdsExhaustedException.class)
                    .hasMessageContaining(namespace)
                    .hasMessageMatching("(?s).*\\b0\\b.*\\b1\\b.*")
                    .hasMessageContaining("holder-alice")
                    .hasMessageContaining("holder-bob");
            one.close();
            two.close();
        }
    }

    @Test
    final void idIsReusedAtOnceAboveTheStampItWasReleasedWith() {
        try (WorkerIds source = open()) {
            int slow = 0;
            while (!isReusedAtOnce(source, newNamespace())) {
                slow++;
                assertThat(slow).as("turns in which an acquire was slow").isLessThan(MOST_TURNS);
            }
        }
    }

    /** False if an acquire was slow. */
    private boolean isReusedAtOnce(WorkerIds source, String namespace) {
        WorkerLease first = source.acquire(request(namespace, 0));
        awaitTicks(first);
        long stamp = first.reservedUntil() - 1;
        first.release(stamp);
        WorkerLease second = acquireInTime(source, namespace);
        if (second == null) {
            return false;
        }
        assertThat(second.stampedUntil())
                .as("stamped until, after release(%d)", stamp)
                .isEqualTo(stamp);
        assertThat(second.reservedUntil()).as("reserved until").isGreaterThan(stamp);
        // Below it, as a holder does whose clock was set back: the predecessor's stamp stays.
        second.release(stamp - 1);
        WorkerLease third = acquireInTime(source, namespace);
        if (third == null) {
            return false;
        }
        assertThat(third.stampedUntil())
                .as("stamped until, after a holder that stamped nothing")
                .isEqualTo(stamp);
        long reserved = third.reservedUntil();
        third.close();
        WorkerLease fourth = source.acquire(request(namespace, 0));
        assertThat(fourth.stampedUntil())
                .as("stamped until, after a plain close")
                .isGreaterThanOrEqualTo(reserved);
        fourth.close();
        return true;
    }

    /**
     * Null if the acquire was slow. A lease that is over when the store's answer comes is not used. Its bound stays, and the next lease begins
     * above it.
     */
    private @Nullable WorkerLease acquireInTime(WorkerIds source, String namespace) {
        long asked = System.nanoTime();
        WorkerLease lease = source.acquire(request(namespace, 0));
        if (System.nanoTime() - asked < reservation().dividedBy(2).toNanos()) {
            return lease;
        }
        lease.close();
        return null;
    }

    @Test
    final void secondReleaseDoesNotTouchTheNextHolder() {
        String namespace = newNamespace();
        try (WorkerIds source = open()) {
            WorkerLease first = source.acquire(lasting(namespace, 0));
            long stamp = first.stampedUntil();
            first.release(stamp);
            first.release(stamp + 1);
            WorkerLease second = source.acquire(lasting(namespace, 0));
            assertThat(second.stampedUntil())
                    .as("stamped until, after two releases")
                    .isEqualTo(stamp);
            assertThatCode(first::close).as("close of a released lease").doesNotThrowAnyException();
            assertThat(catchThrowable(() -> source.acquire(lasting(namespace, 0))))
                    .as("acquire of an id that its second holder still has")
                    .isInstanceOf(IdsExhaustedException.class);
            second.close();
        }
    }

    @Test
    final void otherLayoutIsRefusedWhileTheNamespaceIsHeldAndAfterwards() {
        String namespace = newNamespace();
        try (WorkerIds source = open();
                WorkerIds other = open()) {
            WorkerLease lease = source.acquire(request(namespace, 7));
            refuseOtherLayout(source, namespace, "while the namespace is held");
            refuseOtherLayout(other, namespace, "while the namespace is held by another object");
            lease.release(lease.stampedUntil());
            refuseOtherLayout(source, namespace, "once all holders have gone");
            refuseOtherLayout(other, namespace, "once all holders have gone, by another object");
            source.acquire(request(namespace, 7)).close();
        }
    }

    @Test
    final void namespacesDoNotMeet() {
        try (WorkerIds source = open()) {
            String namespace = newNamespace();
            WorkerLease one = source.acquire(lasting(namespace, 0));
            WorkerLease two = source.acquire(lasting(namespace + "-b", 0));
            assertThat(two.workerId()).as("id in the other namespace").isEqualTo(one.workerId());
            one.release(one.stampedUntil());
            assertThat(catchThrowable(() -> source.acquire(lasting(namespace + "-b", 0))))
                    .as("acquire in a namespace that is full while the other has room")
                    .isInstanceOf(IdsExhaustedException.class);
            two.close();
        }
    }

    @Test
    final void preferredIdIsGrantedIfItIsFree() {
        String namespace = newNamespace();
        try (WorkerIds source = open()) {
            WorkerLease lease = source.acquire(lasting(namespace, 15, OptionalInt.of(11), "node"));
            assertThat(lease.workerId()).as("id, with 11 preferred and free").isEqualTo(11);
            WorkerLease other = source.acquire(lasting(namespace, 15, OptionalInt.of(11), "other"));
            assertThat(other.workerId())
                    .as("id, with 11 preferred and held")
                    .isBetween(0, 15)
                    .isNotEqualTo(11);
            lease.release(lease.stampedUntil());
            WorkerLease again = source.acquire(lasting(namespace, 15, OptionalInt.of(11), "node"));
            assertThat(again.workerId()).as("id of the same node, back again").isEqualTo(11);
            other.close();
            again.close();
        }
    }

    private void refuseOtherLayout(WorkerIds source, String namespace, String when) {
        WorkerRequest request = new WorkerRequest(
                namespace, 7, OptionalInt.empty(), reservation(), OTHER_LAYOUT, "stranger", InstantSource.system());
        assertThat(catchThrowable(() -> source.acquire(request)))
                .as("acquire with another layout %s", when)
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(namespace)
                .hasMessageContaining(LAYOUT)
                .hasMessageContaining(OTHER_LAYOUT);
    }

    @Test
    final void startBelowALongerReservationReportsItsEnd() {
        String namespace = newNamespace();
        try (WorkerIds source = open()) {
            WorkerLease longer = source.acquire(lasting(namespace, 0).withRenewer(never -> {}));
            longer.release(longer.reservedUntil());
            assertThat(catchThrowable(() -> source.acquire(request(namespace, 0))))
                    .as("acquire with a reservation of %s after one of %s", reservation(), LASTING)
                    .isInstanceOf(IdException.class)
                    .hasMessageContaining("longer reservation")
                    .extracting(Throwable::getMessage)
                    .asString()
                    .as("until when: its bound, or where the namespace begins")
                    .containsAnyOf(
                            Instant.ofEpochMilli(longer.reservedUntil()).toString(),
                            Instant.ofEpochMilli(longer.stampedUntil()).toString());
        }
    }
}
