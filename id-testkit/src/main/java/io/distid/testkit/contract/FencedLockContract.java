package io.distid.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.distid.BackendException;
import io.distid.LeaseLostException;
import io.distid.coordination.FencedLocks;
import io.distid.coordination.LockGrant;
import io.distid.testkit.ConcurrentRunner;
import io.distid.testkit.Eventually;
import io.distid.testkit.fleet.FencedLockFleetContract;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * The contract of the locks of every {@link io.distid.coordination.LockStore}, on its real server.
 *
 * <p>A subclass names the provider and gives a configuration. It also stops and starts the server, leads to it through a proxy, and removes the
 * record of a lock. No test requires speed: each passes however long a thread waits for a core.
 *
 * <p>The tests of settings, of lost answers and of records are inherited; {@link FencedLockFleetContract} is the proof with several processes. Not
 * safe for use by several threads: a test runs on one.
 */
public abstract class FencedLockContract extends FencedLockRecords {
    private static final Duration SHORT = Duration.ofMillis(200);

    /** For subclasses. */
    protected FencedLockContract() {}

    @Test
    final void numbersGrowFromGrantToGrant() throws Exception {
        String name = newLock();
        try (FencedLocks one = open();
                FencedLocks two = open()) {
            List<Long> fences = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                try (LockGrant grant = take((i % 3 == 0 ? one : two).lock(name))) {
                    fences.add(grant.fence());
                }
            }
            assertThat(fences).as("numbers").isSorted().doesNotHaveDuplicates().allMatch(fence -> fence > 0);
        }
    }

    @Test
    final void lockThatIsHeldIsGrantedToNobodyElse() throws Exception {
        String name = newLock();
        try (FencedLocks one = open();
                FencedLocks two = open()) {
            LockGrant grant = take(one.lock(name));
            assertThat(grant.isHeld()).as("held").isTrue();
            assertThat(grant.remaining()).as("remaining").isPositive().isLessThanOrEqualTo(LONG);
            refuse(one.lock(name), "to another thread of the holder's process");
            refuse(two.lock(name), "to another process");
            LockGrant other = take(two.lock(newLock()));
            grant.unlock();
            assertThat(grant.isHeld()).as("held after unlock").isFalse();
            LockGrant next = take(two.lock(name));
            assertThat(next.fence()).as("number of the next").isGreaterThan(grant.fence());
            assertThat(other.isHeld())
                    .as("whether a lock of another name is held")
                    .isTrue();
            other.unlock();
            next.unlock();
            assertThatThrownBy(next::unlock).isInstanceOf(IllegalMonitorStateException.class);
        }
    }

    @Test
    final void atMostOneThreadOfAllIsInside() throws Exception {
        String name = newLock();
        AtomicInteger inside = new AtomicInteger();
        List<Long> fences = Collections.synchronizedList(new ArrayList<>());
        try (FencedLocks one = open();
                FencedLocks two = open();
                FencedLocks three = open()) {
            List<FencedLocks> all = List.of(one, two, three);
            ConcurrentRunner.run(9, Duration.ofMinutes(10), thread -> {
                for (int i = 0; i < 10; i++) {
                    try (LockGrant grant = all.get(thread % 3).lock(name).lock(LONG)) {
                        assertThat(inside.incrementAndGet())
                                .as("threads inside")
                                .isOne();
                        fences.add(grant.fence());
                        assertThat(inside.decrementAndGet())
                                .as("threads inside")
                                .isZero();
                    }
                }
                return true;
            });
        }
        assertThat(fences)
                .as("numbers in the order of the grants")
                .hasSize(90)
                .isSorted()
                .doesNotHaveDuplicates();
    }

    @Test
    final void waitingThreadIsGrantedTheLockOnceItIsFree() throws Exception {
        String name = newLock();
        try (FencedLocks one = open();
                FencedLocks two = open()) {
            LockGrant grant = take(one.lock(name));
            CountDownLatch waiting = new CountDownLatch(1);
            List<LockGrant> granted = Collections.synchronizedList(new ArrayList<>());
            Thread waiter = new Thread(() -> {
                waiting.countDown();
                try {
                    granted.add(take(two.lock(name)));
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            waiter.start();
            assertThat(waiting.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
            Eventually.await("it waits").until(() -> waiter.getState() == Thread.State.TIMED_WAITING);
            assertThat(granted).as("grants while it is held").isEmpty();
            grant.unlock();
            waiter.join(PATIENCE.toMillis());
            assertThat(granted).as("grants once it is free").hasSize(1);
            granted.get(0).unlock();
        }
    }

    @Test
    final void lockWhoseLeaseEndsIsLostAndGrantedToTheNext() throws Exception {
        String name = newLock();
        try (FencedLocks one = open();
                FencedLocks two = open()) {
            LockGrant late = takeFor(SHORT, one, name);
            CountDownLatch notified = new CountDownLatch(1);
            late.onLoss(notified::countDown);
            LockGrant next = take(two.lock(name));
            assertThat(next.fence()).as("number of the next").isGreaterThan(late.fence());
            assertThat(late.isHeld())
                    .as("whether the first holds it, by its own clock")
                    .isFalse();
            assertThat(notified.await(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .as("told of the loss")
                    .isTrue();
            assertThatThrownBy(() -> late.extend(LONG)).isInstanceOf(LeaseLostException.class);
            assertThatThrownBy(late::unlock)
                    .isInstanceOf(LeaseLostException.class)
                    .hasMessageContaining(name)
                    .hasMessageContaining(Long.toString(late.fence()));
            refuse(one.lock(name), "after the late unlock of its predecessor");
            next.unlock();
        }
    }

    /**
     * Takes a lock. If the machine stands still, a short lease may end before its answer is read; then the lock is
     * taken again.
     */
    private static LockGrant takeFor(Duration lease, FencedLocks locks, String name) {
        return Eventually.untilAnswered(() -> locks.lock(name).lock(lease));
    }

    @Test
    final void leaseThatIsMadeShorterEndsSooner() throws Exception {
        String name = newLock();
        try (FencedLocks one = open();
                FencedLocks two = open()) {
            LockGrant first = take(one.lock(name));
            try {
                first.extend(SHORT);
            } catch (LeaseLostException e) {
                // The machine stood still for so long that the shorter lease ended before the answer was read.
            }
            LockGrant next = take(two.lock(name));
            assertThat(first.isHeld())
                    .as("whether the first holds it, by its own clock")
                    .isFalse();
            next.unlock();
        }
    }

    @Test
    final void extendedLeaseLastsLonger() throws Exception {
        String name = newLock();
        try (FencedLocks one = open();
                FencedLocks two = open()) {
            LockGrant grant = one.lock(name).lock(PATIENCE);
            grant.extend(LONG);
            assertThat(grant.remaining()).as("remaining").isGreaterThan(PATIENCE);
            refuse(two.lock(name), "while it is held");
            grant.unlock();
            take(two.lock(name)).unlock();
        }
    }

    @Test
    final void renewedLeaseIsExtendedInTheBackgroundUntilItIsUnlocked() throws Exception {
        String name = newLock();
        try (FencedLocks one = openWith("renew", "true");
                FencedLocks two = open()) {
            // The lease is renewed each 10 s, since the process may get no core for as long. The time left shows it,
            // since only an extension raises it.
            LockGrant grant = one.lock(name).lock(LONG);
            grant.extend(Duration.ofSeconds(30));
            Duration[] least = {grant.remaining()};
            Eventually.await("an extension").until(() -> {
                Duration before = least[0];
                least[0] = grant.remaining();
                return least[0].compareTo(before) > 0;
            });
            refuse(two.lock(name), "while it is renewed");
            grant.unlock();
            take(two.lock(name)).unlock();
        }
    }

    @Test
    final void lockWhoseRecordWasLostIsGrantedWithAGreaterNumber() throws Exception {
        String name = newLock();
        try (FencedLocks one = open();
                FencedLocks two = open()) {
            LockGrant first = take(one.lock(name));
            loseRecord(name);
            LockGrant next = take(two.lock(name));
            assertThat(next.fence()).as("number after the record was lost").isGreaterThan(first.fence());
            assertThatThrownBy(() -> first.extend(LONG)).isInstanceOf(LeaseLostException.class);
            assertThatThrownBy(first::unlock).isInstanceOf(LeaseLostException.class);
            refuse(one.lock(name), "while the next one holds it");
            next.unlock();
        }
    }

    @Test
    final void reentrantLockIsGrantedAgainWithTheSameNumberAndFreedAtTheEnd() throws Exception {
        String name = newLock();
        try (FencedLocks one = openWith("reentrant", "true");
                FencedLocks two = open()) {
            LockGrant outer = take(one.lock(name));
            LockGrant inner = take(one.lock(name));
            assertThat(inner.fence()).as("number within").isEqualTo(outer.fence());
            ConcurrentRunner.alone(PATIENCE, thread -> {
                refuse(one.lock(name), "to another thread");
                return true;
            });
            inner.unlock();
            inner.close();
            refuse(two.lock(name), "before it was unlocked as often as it was granted");
            outer.unlock();
            take(two.lock(name)).unlock();
            assertThat(take(one.lock(name)).fence()).as("number afterwards").isGreaterThan(outer.fence());
        }
    }

    @Test
    final void interruptEndsTheWaitWithoutTheLock() throws Exception {
        String name = newLock();
        try (FencedLocks one = open();
                FencedLocks two = open()) {
            LockGrant grant = take(one.lock(name));
            List<Throwable> errors = Collections.synchronizedList(new ArrayList<>());
            Thread waiter = new Thread(
                    () -> errors.add(catchThrowable(() -> two.lock(name).lock())));
            waiter.start();
            Eventually.await("the thread waits").until(() -> waiter.getState() == Thread.State.TIMED_WAITING);
            waiter.interrupt();
            waiter.join(PATIENCE.toMillis());
            assertThat(errors).as("what the wait ended with").hasSize(1);
            assertThat(errors.get(0)).isInstanceOf(InterruptedException.class);
            grant.unlock();
            take(one.lock(name)).unlock();
        }
    }

    @Test
    @StopsServer
    final void outageIsReportedAndLocksWorkAfterwards() throws Exception {
        String name = newLock();
        try (FencedLocks one = open()) {
            LockGrant before = take(one.lock(name));
            before.unlock();
            server().kill();
            try {
                assertThat(ConcurrentRunner.<Throwable>alone(
                                PATIENCE,
                                thread -> catchThrowable(() -> one.lock(name).lock())))
                        .as("lock while the server is down")
                        .isInstanceOf(BackendException.class);
            } finally {
                server().restart();
            }
            LockGrant after = Eventually.await("a grant once the server is back")
                    .ignoreExceptionsInstanceOf(BackendException.class)
                    .until(() -> take(one.lock(name)), grant -> true);
            assertThat(after.fence()).as("number after the outage").isGreaterThan(before.fence());
            after.unlock();
        }
    }

    @Test
    final void namesAndLeasesOutOfRangeAreRefused() throws Exception {
        try (FencedLocks one = open()) {
            for (String name : List.of("", " ", "a b", "{a}", "a/b", "\u00e4", "x'; --", "a\nb", "x".repeat(129))) {
                assertThatThrownBy(() -> one.lock(name))
                        .as("a lock called \"%s\"", name)
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining("128");
            }
            for (Duration lease : List.of(
                    Duration.ZERO,
                    Duration.ofSeconds(-1),
                    Duration.ofMillis(99),
                    Duration.ofDays(1).plusMillis(1))) {
                assertThatThrownBy(() -> one.lock(newLock()).lock(lease))
                        .as("a lease of %s", lease)
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining("100 ms to 1 day");
            }
            take(one.lock("x".repeat(128))).unlock();
        }
    }

    @Test
    final void lockOfClosedLocksIsRefused() throws Exception {
        FencedLocks one = open();
        LockGrant grant = take(one.lock(newLock()));
        one.close();
        assertThatThrownBy(() -> one.lock(newLock()).lock()).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> grant.extend(LONG)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(grant::unlock).isInstanceOf(IllegalStateException.class);
    }
}
