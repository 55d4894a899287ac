package io.distid.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.testkit.TestJvm;
import io.distid.testkit.fleet.LeasedFleetContract;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/**
 * Tests of a holder whose process is paused for longer than its reservation: it stops, and learns that it lost its id. The {@link LeasedFleetContract}
 * shows that each id of a paused process lies below its bound.
 */
abstract class WorkerIdsPauses extends WorkerIdsLosses {

    @Test
    final void holderThatPausedTooLongStopsAndItsListenersHearOfIt() {
        String namespace = newNamespace();
        try (TestJvm child = child(namespace, 0, reservation(), "sleeper", 1);
                WorkerIds source = open()) {
            long taken = holds(child);
            child.pause();
            WorkerLease next = acquireOnceFree(source, request(namespace, 0));
            assertThat(next.stampedUntil())
                    .as("stamped until, after a holder that paused")
                    .isGreaterThanOrEqualTo(lastBound(child, taken));
            child.resume();
            assertThat(child.await("told", patience()))
                    .as("lost, as the listener saw it")
                    .containsExactly("true");
            // A listener that is added to a lost lease.
            child.await("told-late", patience());
            List<String> lost = child.await("lost", patience());
            assertThat(lost.get(0)).as("failure of the stale lease").isEqualTo("LeaseLostException");
            assertThat(Long.parseLong(lost.get(1)))
                    .as("bound of the stale lease, whose successor began above %d", next.stampedUntil())
                    .isLessThanOrEqualTo(next.stampedUntil());
            long bound = next.reservedUntil();
            Awaitility.await("a renewal of the successor").atMost(patience()).until(() -> next.reservedUntil() > bound);
            assertThat(next.failure()).as("failure of the successor").isNull();
            next.close();
        }
    }

    /** Waits until the process holds its lease and has renewed it once; returns the last bound that it printed. */
    final long holds(TestJvm child) {
        child.await("ready", TestJvm.START);
        child.tell("acquire");
        child.await("lease", TestJvm.START);
        child.await("bound", patience());
        return Long.parseLong(child.await("bound", patience()).get(0));
    }

    /** The last bound that a process printed before it was killed or paused. */
    static long lastBound(TestJvm child, long taken) {
        return child.drain("bound").stream()
                .mapToLong(words -> Long.parseLong(words.get(0)))
                .reduce(taken, Math::max);
    }
}
