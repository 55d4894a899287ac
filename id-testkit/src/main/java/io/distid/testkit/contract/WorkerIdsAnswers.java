package io.distid.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.distid.BackendException;
import io.distid.LeaseLostException;
import io.distid.testservers.fault.LossyLink;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/**
 * Tests of requests that are carried out, but whose answers are lost: each request of a call in turn, including the last.
 */
abstract class WorkerIdsAnswers extends WorkerIdsGrants {
    /** A limit above the answers of any call, including the log-in of a new connection. */
    private static final int MOST_ANSWERS = 100;
    /** How often in a row a machine may stand still for a whole lease, which shows nothing. */
    static final int MOST_STALLS = 5;

    @Test
    final void acquireWhoseAnswerIsLostForgetsNoStampAndGrantsNoIdTwice() {
        String namespace = newNamespace();
        try (WorkerIds direct = open()) {
            WorkerLease predecessor = direct.acquire(byHand(namespace, 0));
            renewUntilTicks(predecessor);
            long stamp = predecessor.reservedUntil();
            predecessor.release(stamp);
            boolean over = false;
            int answers = 0;
            int stalls = 0;
            while (!over) {
                String which = "when answer " + (answers + 1) + " was lost";
                try (LossyLink link = new LossyLink(server().address());
                        WorkerIds source = openThrough(link)) {
                    link.dropAnswerAfter(answers);
                    WorkerLease lease = acquireOnceFree(source, byHand(namespace, 0));
                    boolean dropped = link.answersDropped() > 0;
                    link.dropNoAnswer();
                    assertThat(lease.stampedUntil())
                            .as("stamped until, after a predecessor at %d, %s", stamp, which)
                            .isGreaterThanOrEqualTo(stamp);
                    WorkerLease other = acquireUnlessReserved(
                            direct,
                            byHand(namespace, 0),
                            lease::reservedUntil,
                            "acquire of the id that was granted, " + which);
                    if (other == null) {
                        renew(lease);
                        assertThat(lease.failure())
                                .as("failure of the first renewal, %s", which)
                                .isNull();
                    } else {
                        lease.close();
                        lease = other;
                    }
                    stamp = lease.stampedUntil() + 1;
                    lease.release(stamp);
                    // A machine that stood still for the whole lease has shown nothing: the same answer is lost again.
                    if (other == null || ++stalls == MOST_STALLS) {
                        over = !dropped;
                        answers++;
                        stalls = 0;
                    }
                }
                assertThat(answers).as("answers to one acquire").isLessThan(MOST_ANSWERS);
            }
        }
    }

    @Test
    final void renewalWhoseAnswerIsLostIsRecognisedAsTheHoldersOwn() {
        String namespace = newNamespace();
        try (WorkerIds direct = open();
                LossyLink link = new LossyLink(server().address());
                WorkerIds source = openThrough(link)) {
            WorkerLease lease = source.acquire(byHand(namespace, 0));
            boolean dropped = true;
            for (int answers = 0; dropped; answers++) {
                long before = link.answersDropped();
                long bound = lease.reservedUntil();
                link.dropAnswerAfter(answers);
                renew(lease);
                dropped = link.answersDropped() > before;
                link.dropNoAnswer();
                if (lease.failure() != null) {
                    assertThat(lease.failure())
                            .as("failure of a renewal when answer %d was lost", answers + 1)
                            .isInstanceOf(BackendException.class);
                }
                Awaitility.await("a renewal after answer " + (answers + 1) + " was lost")
                        .atMost(patience())
                        .until(() -> {
                            renew(lease);
                            return lease.failure() == null || lease.health().lost();
                        });
                assertThat(lease.health().lost())
                        .as("lost, by %s, when answer %d was lost", lease.failure(), answers + 1)
                        .isFalse();
                assertThat(lease.reservedUntil()).as("bound").isGreaterThanOrEqualTo(bound);
                assertThat(answers).as("answers to one renewal").isLessThan(MOST_ANSWERS);
            }
            long bound = lease.reservedUntil();
            WorkerLease next = acquireOnceFree(direct, byHand(namespace, 0));
            assertThat(next.stampedUntil())
                    .as("stamped until, after renewals whose answers were lost")
                    .isGreaterThanOrEqualTo(bound);
            renew(lease);
            assertThat(lease.failure()).as("failure of the one before").isInstanceOf(LeaseLostException.class);
            next.close();
        }
    }

    @Test
    final void releaseWhoseAnswerIsLostIsNoRegressionToTheNextHolder() {
        String namespace = newNamespace();
        try (LossyLink link = new LossyLink(server().address());
                WorkerIds source = openThrough(link)) {
            WorkerLease first = source.acquire(byHand(namespace, 0));
            renewUntilTicks(first);
            first.release(first.stampedUntil() + 1);
            long stamp = first.stampedUntil() + 1;
            boolean dropped = true;
            for (int answers = 0; dropped; answers++) {
                WorkerLease lease = acquireOnceFree(source, byHand(namespace, 0));
                assertThat(lease.stampedUntil())
                        .as("stamped until, after a release of %d when answer %d was lost", stamp, answers)
                        .isGreaterThanOrEqualTo(stamp);
                stamp = lease.stampedUntil() + 1;
                long before = link.answersDropped();
                link.dropAnswerAfter(answers);
                release(lease, stamp);
                dropped = link.answersDropped() > before;
                link.dropNoAnswer();
                assertThat(answers).as("answers to one release").isLessThan(MOST_ANSWERS);
            }
            WorkerLease last = acquireOnceFree(source, byHand(namespace, 0));
            renewUntilTicks(last);
            last.close();
        }
    }

    /** Releases a lease; if the store does not answer, it may have carried this out. */
    private static void release(WorkerLease lease, long stamp) {
        Throwable error = catchThrowable(() -> lease.release(stamp));
        if (error != null) {
            assertThat(error).as("error of a release whose answer was lost").isInstanceOf(BackendException.class);
        }
    }
}
