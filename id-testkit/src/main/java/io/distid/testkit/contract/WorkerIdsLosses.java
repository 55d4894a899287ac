package io.distid.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import io.distid.IdException;
import io.distid.LeaseLostException;
import io.distid.StoreRegressedException;
import io.distid.internal.time.TickFormat;
import io.distid.internal.worker.LeasedSequencer;
import io.distid.testservers.fault.LossyLink;
import io.distid.time.ClockLimits;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import io.distid.worker.WorkerRequest;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/**
 * Tests of a holder whose record is gone, or that a copy has replaced. Its listeners are called, it stops, and its successor
 * begins above its bound.
 */
abstract class WorkerIdsLosses extends WorkerIdsAnswers {
    private static final TickFormat FORMAT = new TickFormat(0, 1, 41, 12);

    /** Removes the holder of id 0 from the store. */
    @FunctionalInterface
    private interface Loss {
        void inflict(String namespace) throws Exception;
    }

    @Test
    final void recreatedNamespaceBeginsAboveAllThatALostHolderCanStamp() throws Exception {
        String namespace = newNamespace();
        try (WorkerIds lost = open();
                WorkerIds other = open()) {
            WorkerLease holder = lost.acquire(ahead(namespace, 0));
            awaitTicks(holder);
            wipe(namespace);
            WorkerLease next = other.acquire(request(namespace, 0));
            requireFollowed(holder, next);
            next.close();
        }
    }

    @Test
    final void recreatedRecordBeginsAboveAllThatItsLostHolderCanStamp() throws Exception {
        boolean shown = false;
        for (int stalls = 0; !shown && stalls < MOST_STALLS; stalls++) {
            shown = recreatedRecordIsFollowed();
        }
    }

    /** Returns false if the machine stood still for a lease, since the id that is granted then has its record. */
    private boolean recreatedRecordIsFollowed() throws Exception {
        String namespace = newNamespace();
        try (WorkerIds lost = open();
                WorkerIds other = open()) {
            WorkerLease holder = lost.acquire(ahead(namespace, 1));
            WorkerLease neighbour = lost.acquire(request(namespace, 1));
            awaitTicks(holder);
            awaitTicks(neighbour);
            forget(namespace, holder.workerId());
            WorkerLease next = other.acquire(request(namespace, 1));
            if (next.workerId() == neighbour.workerId()) {
                // On etcd its bound can end later than its lease.
                assertThat(next.stampedUntil())
                        .as("above what the id of the one that has its record was granted")
                        .isGreaterThanOrEqualTo(neighbour.reservedUntil());
                return false;
            }
            requireFollowed(holder, next);
            Awaitility.await("a bound of the other one that lies ahead")
                    .atMost(patience())
                    .until(() -> neighbour.reservedUntil() > System.currentTimeMillis());
            assertThat(neighbour.failure()).as("failure of the other one").isNull();
            neighbour.close();
            next.close();
            return true;
        }
    }

    @Test
    final void generatorWhoseRecordIsGoneStopsThoughItsBoundLiesAhead() throws Exception {
        requireStop(namespace -> forget(namespace, 0));
    }

    @Test
    final void generatorWhoseNamespaceIsGoneStopsThoughItsBoundLiesAhead() throws Exception {
        requireStop(this::wipe);
    }

    @Test
    final void secondRenewalByACopyOfAHolderIsRefused() {
        for (boolean copyFirst : new boolean[] {false, true}) {
            String namespace = newNamespace();
            try (WorkerIds source = open()) {
                WorkerLease one = source.acquire(byHand(namespace, 0));
                renew(one);
                WorkerLease two = copy(one);
                WorkerLease first = copyFirst ? two : one;
                WorkerLease second = copyFirst ? one : two;
                renew(first);
                assertThat(first.failure())
                        .as("failure of the copy that renews first")
                        .isNull();
                renew(second);
                assertThat(second.failure())
                        .as("failure of the copy that renews second")
                        .isInstanceOf(LeaseLostException.class);
                assertThat(second.health().lost()).as("lost").isTrue();
                renew(first);
                assertThat(first.failure())
                        .as("failure of the copy that goes on")
                        .isNull();
                first.close();
            }
        }
    }

    @Test
    final void oneOfTwoCopiesGoesOnWhicheverAnswerIsLost() {
        boolean dropped = true;
        for (int answers = 0; dropped; answers++) {
            String namespace = newNamespace();
            try (LossyLink link = new LossyLink(server().address());
                    WorkerIds source = openThrough(link)) {
                WorkerLease one = source.acquire(byHand(namespace, 0));
                renew(one);
                WorkerLease two = copy(one);
                link.dropAnswerAfter(answers);
                renew(one);
                dropped = link.answersDropped() > 0;
                link.dropNoAnswer();
                // A copy that is created while an answer is outstanding knows the requested token, too.
                WorkerLease three = copy(one);
                for (int round = 0; round < 3; round++) {
                    Stream.of(two, one, three).forEach(this::renewOnceAnswered);
                }
                assertThat(Stream.of(one, two, three)
                                .filter(lease -> !lease.health().lost()))
                        .as("of three copies, those that go on when answer %d was lost", answers + 1)
                        .hasSize(1);
                Stream.of(one, two, three).forEach(WorkerLease::close);
            }
        }
    }

    @Test
    final void nobodyIsGrantedBelowABoundThatARenewalFoundLost() throws Exception {
        String namespace = newNamespace();
        try (WorkerIds source = open();
                WorkerIds other = open()) {
            WorkerLease holder = source.acquire(byHand(namespace, 0));
            renewUntilTicks(holder);
            setBack(namespace, 0, holder.stampedUntil());
            renew(holder);
            assertThat(holder.failure())
                    .as("failure of a renewal that finds the bound set back")
                    .isInstanceOf(StoreRegressedException.class);
            requireGrantAbove(holder.reservedUntil(), other, namespace);
        }
    }

    @Test
    final void nobodyIsGrantedBelowAStampThatATakeFoundLost() throws Exception {
        String namespace = newNamespace();
        try (WorkerIds source = open();
                WorkerIds other = open()) {
            WorkerLease holder = source.acquire(byHand(namespace, 0));
            renewUntilTicks(holder);
            holder.release(holder.reservedUntil());
            setBack(namespace, 0, holder.stampedUntil());
            assertThat(catchThrowable(() -> source.acquire(byHand(namespace, 0))))
                    .as("acquire of an id whose stamp was set back, by the process that released it")
                    .isInstanceOf(StoreRegressedException.class);
            requireGrantAbove(holder.reservedUntil(), other, namespace);
        }
    }

    @Test
    final void nobodyIsGrantedBelowTheStampOfAHolderWhoseBoundWasSetBack() throws Exception {
        String namespace = newNamespace();
        try (WorkerIds source = open();
                WorkerIds other = open()) {
            WorkerLease holder = source.acquire(byHand(namespace, 0));
            renewUntilTicks(holder);
            setBack(namespace, 0, holder.stampedUntil());
            holder.release(holder.reservedUntil());
            requireGrantAbove(holder.reservedUntil(), other, namespace);
        }
    }

    /** Requires that a source without a past, as in a fresh process, grants above a bound. */
    private void requireGrantAbove(long bound, WorkerIds other, String namespace) {
        WorkerLease next = acquireOnceFree(other, request(namespace, 0));
        assertThat(next.stampedUntil())
                .as("stamped until, of a fresh source, after the store went back")
                .isGreaterThanOrEqualTo(bound);
        next.close();
    }

    /**
     * Waits until the first holder notices its loss; all the time, the second must have begun above all stamps of the
     * first.
     */
    private void requireFollowed(WorkerLease lost, WorkerLease next) {
        Awaitility.await("the loss")
                .pollInterval(Duration.ofMillis(5))
                .atMost(patience())
                .until(() -> {
                    boolean seen = lost.health().lost();
                    assertThat(next.stampedUntil())
                            .as("stamped until, of the successor of a holder whose record is gone")
                            .isGreaterThanOrEqualTo(lost.reservedUntil());
                    return seen;
                });
        assertThat(lost.failure())
                .as("failure of a lease whose record is gone")
                .isInstanceOfAny(LeaseLostException.class, StoreRegressedException.class);
        awaitTicks(next);
        assertThat(next.failure()).as("failure of the successor").isNull();
    }

    /** Tries again if the renewing thread got no core until the bound had passed, since that shows nothing. */
    private void requireStop(Loss loss) throws Exception {
        for (int attempt = 0; attempt < MOST_STALLS; attempt++) {
            if (stopsBeforeItsBound(loss)) {
                return;
            }
        }
        fail("the listeners of the lease were called after its bound had passed, at each of %d attempts", MOST_STALLS);
    }

    /** Returns false if the listeners were called too late to stop the generator before its bound. */
    private boolean stopsBeforeItsBound(Loss loss) throws Exception {
        String namespace = newNamespace();
        WorkerRequest request =
                request(namespace, 0).withReservation(reservation().multipliedBy(2));
        try (WorkerIds source = open();
                LeasedSequencer generator =
                        LeasedSequencer.open(source, request, FORMAT, ClockLimits.WAIT, patience())) {
            WorkerLease lease = generator.lease();
            // This listener is called after the listener that stops the generator.
            CompletableFuture<Long> notified = new CompletableFuture<>();
            lease.onLoss(() -> notified.complete(System.currentTimeMillis()));
            Awaitility.await("an id")
                    .atMost(patience())
                    .ignoreExceptionsInstanceOf(IdException.class)
                    .until(generator.sequencer()::next, id -> true);
            loss.inflict(namespace);
            Awaitility.await("the loss")
                    .pollInterval(Duration.ofMillis(5))
                    .atMost(patience())
                    .until(() -> lease.health().lost());
            long issued = 0;
            Throwable end = null;
            while (end == null) {
                end = catchThrowable(generator.sequencer()::next);
                issued++;
            }
            // At the bound the generator would stop in any case, with another message. How far ahead the bound lies
            // depends on the machine.
            boolean stopped = end instanceof LeaseLostException
                    && String.valueOf(end.getMessage()).startsWith("no ids any more, though ticks were reserved");
            if (!stopped && isNotifiedBeyond(lease.reservedUntil(), notified)) {
                return false;
            }
            assertThat(stopped)
                    .as("when the generator stopped, having issued %d after the loss, with %s", issued - 1, end)
                    .isTrue();
            return true;
        }
    }

    private boolean isNotifiedBeyond(long bound, CompletableFuture<Long> notified) throws Exception {
        try {
            return notified.get(patience().toMillis(), TimeUnit.MILLISECONDS) >= bound;
        } catch (TimeoutException e) {
            return false;
        }
    }

    private WorkerLease copy(WorkerLease lease) {
        WorkerLease copy = copyOf(lease);
        return copy == null ? abort("the test overrides no copyOf") : copy;
    }

    private void renewOnceAnswered(WorkerLease lease) {
        Awaitility.await("an answer to a renewal").atMost(patience()).until(() -> {
            renew(lease);
            return lease.failure() == null || lease.health().lost();
        });
    }

    /**
     * A request of a holder whose clock is nearly as far ahead as the store allows; the rest is for the time of a test.
     */
    private WorkerRequest ahead(String namespace, int lastId) {
        Duration ahead = maxAhead().multipliedBy(4).dividedBy(5);
        InstantSource clock = () -> Instant.now().plus(ahead);
        return new WorkerRequest(namespace, lastId, OptionalInt.empty(), reservation(), LAYOUT, "ahead", clock);
    }
}
