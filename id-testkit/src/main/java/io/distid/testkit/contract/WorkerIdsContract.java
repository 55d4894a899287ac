package io.distid.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.distid.BackendException;
import io.distid.IdException;
import io.distid.testkit.ConcurrentRunner;
import io.distid.testkit.ManualClock;
import io.distid.testkit.TestJvm;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import io.distid.worker.WorkerRequest;
import java.time.Duration;
import java.time.InstantSource;
import java.util.OptionalInt;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/**
 * The contract of every leased source of {@link WorkerIds}, on its real server and with real processes.
 *
 * <p>A subclass names the provider and gives a configuration. It also says how to stop and start the server, how to reach it through a
 * proxy, and how to remove its data. The configuration allows the creation of a namespace. It asks for {@code max-ahead=1s}, if the source
 * has that key, since each fresh namespace begins that and a reservation ahead. Crashed holders are killed processes. Paused holders are
 * processes that are stopped and resumed, which needs a {@code kill} command.
 *
 * <p>Messages must name what an operator looks for. For a full range these are the namespace and the holders, and for a refused layout both
 * layouts. A clock that is ahead is called {@code ahead}. A longer reservation of another node is called {@code longer reservation}, with
 * its end.
 *
 * <p>The tests of settings, grants, lost answers, lost records and pauses are inherited. This class tests a lease that is held. Not safe
 * for use by several threads: a test runs on one.
 */
public abstract class WorkerIdsContract extends WorkerIdsPauses {
    /** For subclasses. */
    protected WorkerIdsContract() {}

    @Test
    final void boundMovesOnWhileTheLeaseIsHeld() {
        String namespace = newNamespace();
        try (WorkerIds source = open()) {
            WorkerLease lease = source.acquire(request(namespace, 0));
            long first = lease.reservedUntil();
            Awaitility.await("two renewals")
                    .atMost(patience())
                    .until(() -> lease.reservedUntil() > first + reservation().toMillis());
            WorkerLease other = acquireUnlessReserved(
                    source,
                    request(namespace, 0),
                    lease::reservedUntil,
                    "acquire of an id that was held longer than its first reservation");
            if (other == null) {
                assertThat(lease.failure()).as("failure").isNull();
            } else {
                other.close();
            }
            lease.close();
        }
    }

    @Test
    final void idOfAKilledHolderIsReusedAboveAllItCouldHaveStamped() {
        String namespace = newNamespace();
        try (TestJvm child = child(namespace, 0, reservation(), "doomed", 1);
                WorkerIds source = open()) {
            long taken = holds(child);
            long[] seen = {taken};
            WorkerLease early = acquireUnlessReserved(
                    source,
                    request(namespace, 0),
                    () -> seen[0] = lastBound(child, taken),
                    "acquire while another process holds the only id");
            child.kill();
            WorkerLease next = early == null ? acquireOnceFree(source, request(namespace, 0)) : early;
            long bound = lastBound(child, seen[0]);
            assertThat(next.stampedUntil())
                    .as("stamped until, after a holder that was killed")
                    .isGreaterThanOrEqualTo(bound);
            next.close();
        }
    }

    /** The holder's own stamp lies below the successor's stamp. */
    @Test
    final void holderThatIsClosedTooLateLeavesTheStampOfItsSuccessor() {
        String namespace = newNamespace();
        try (WorkerIds one = open();
                WorkerIds other = open()) {
            WorkerLease late = one.acquire(request(namespace, 0).withRenewer(never -> {}));
            WorkerLease next = acquireOnceFree(other, request(namespace, 0));
            awaitTicks(next);
            long stamp = next.reservedUntil() - 1;
            next.release(stamp);
            late.release(late.stampedUntil());
            WorkerLease third = other.acquire(request(namespace, 0));
            assertThat(third.stampedUntil())
                    .as("stamped until, after a successor's release(%d) and the late one of its predecessor", stamp)
                    .isGreaterThanOrEqualTo(stamp);
            third.close();
        }
    }

    @Test
    final void reservationFarAheadOfTheStoreIsRefused() {
        String namespace = newNamespace();
        ManualClock wrong = new ManualClock(InstantSource.system().instant().plus(Duration.ofHours(1)));
        try (WorkerIds source = open()) {
            WorkerRequest request =
                    new WorkerRequest(namespace, 0, OptionalInt.empty(), reservation(), LAYOUT, "wrong-clock", wrong);
            assertThat(catchThrowable(() -> source.acquire(request)))
                    .as("acquire by a node whose clock is an hour ahead")
                    .isInstanceOf(IdException.class)
                    .hasMessageContaining("ahead");
            WorkerLease lease = source.acquire(request(namespace, 0));
            assertThat(lease.stampedUntil())
                    .as("stamped until, after a refused reservation an hour ahead")
                    .isLessThan(System.currentTimeMillis() + 60_000);
            lease.close();
        }
    }

    @Test
    @StopsServer
    final void leaseOutlivesAnOutageOfItsServer() throws Exception {
        String namespace = newNamespace();
        try (WorkerIds source = open()) {
            WorkerLease lease = source.acquire(request(namespace, 0));
            server().kill();
            try {
                Awaitility.await("a failed renewal").atMost(patience()).until(() -> lease.failure() != null);
                assertThat(lease.failure())
                        .as("failure while the server is down")
                        .isInstanceOf(BackendException.class);
                assertThat(lease.health().lost())
                        .as("lost while the server is down")
                        .isFalse();
                long failed = lease.health().renewalsFailed();
                assertThat(failed).as("failed renewals").isPositive();
                Throwable error = ConcurrentRunner.alone(
                        patience(), thread -> catchThrowable(() -> source.acquire(request(namespace, 1))));
                assertThat(error).as("acquire while the server is down").isInstanceOf(BackendException.class);
                Awaitility.await("the end of the reservation")
                        .atMost(patience())
                        .until(() -> lease.reservedUntil() < System.currentTimeMillis());
            } finally {
                server().restart();
            }
            Awaitility.await("renewals once the server is back")
                    .atMost(patience())
                    .until(() -> lease.failure() == null && lease.reservedUntil() > System.currentTimeMillis());
            lease.close();
        }
    }

    @Test
    final void interruptIsNeitherLostNorAHang() {
        String namespace = newNamespace();
        try (WorkerIds source = open()) {
            requireInterruptKept(
                    "an acquire", () -> source.acquire(request(namespace, 7)).close());
            source.acquire(request(namespace, 7)).close();
        }
    }

    @Test
    final void leaseThatAnInterruptedThreadGivesUpIsFree() {
        String namespace = newNamespace();
        try (WorkerIds source = open()) {
            WorkerLease lease = source.acquire(request(namespace, 0));
            requireInterruptKept("a release", () -> lease.release(lease.stampedUntil()));
            // The reservation is not over: the id is free because it was given up.
            source.acquire(request(namespace, 0)).close();
        }
    }
}
