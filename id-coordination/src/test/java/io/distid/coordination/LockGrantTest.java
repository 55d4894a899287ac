package io.distid.coordination;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import io.distid.LeaseLostException;
import io.distid.StoreRegressedException;
import io.distid.internal.process.CopyDetector;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LockGrantTest {
    private static final Duration LEASE = Duration.ofSeconds(10);

    private final ManualLeaseClock clock = new ManualLeaseClock();
    private final MemoryLockStore store = new MemoryLockStore();
    private final FencedLocks locks = new FencedLocks(store, clock, LEASE, false, false);

    @AfterEach
    void close() {
        locks.close();
    }

    @Test
    void leaseEndsAMsAndAThousandthEarly() throws Exception {
        LockGrant grant = locks.lock("a").lock();
        clock.pass(Duration.ofMillis(9_988));
        assertThat(grant.remaining()).isEqualTo(Duration.ofMillis(1));
        assertThat(grant.isHeld()).isTrue();
        clock.pass(Duration.ofMillis(1));
        assertThat(grant.isHeld()).isFalse();
        assertThatThrownBy(grant::unlock)
                .isInstanceOf(LeaseLostException.class)
                .hasMessageContaining("grant 1 of lock a of memory is lost: its lease of 10000 ms is over.");
    }

    /** The monotonic clock stands still while a machine is suspended; the clock of the day goes on. */
    @Test
    void machineThatWakesUpAfterTheLeaseHoldsNothing() throws Exception {
        LockGrant grant = locks.lock("a").lock();
        clock.dayTime(Duration.ofHours(1));
        assertThat(grant.isHeld()).isFalse();
        assertThatThrownBy(() -> grant.extend(LEASE)).isInstanceOf(LeaseLostException.class);
        assertThat(store.calls).as("what the store was asked").doesNotContain("extend");
    }

    @Test
    void clockOfTheDayThatIsSetBackLengthensNoLease() throws Exception {
        LockGrant grant = locks.lock("a").lock();
        clock.dayTime(Duration.ofHours(-1));
        clock.monotonic(LEASE);
        assertThat(grant.isHeld()).isFalse();
    }

    @Test
    void leaseIsCountedFromBeforeTheStoreWasAsked() throws Exception {
        store.beforeAnswer = () -> clock.pass(Duration.ofSeconds(4));
        LockGrant grant = locks.lock("a").lock();
        assertThat(grant.remaining()).isEqualTo(Duration.ofMillis(5_989));
    }

    @Test
    void grantWhoseAnswerTookLongerThanItsLeaseIsFreedAndReported() {
        store.beforeAnswer = () -> clock.pass(LEASE);
        assertThatThrownBy(() -> locks.lock("a").lock())
                .isInstanceOf(BackendException.class)
                .hasMessageContaining("longer than its lease of 10000 ms");
        Eventually.await("the lock is freed").until(() -> !store.isHeld("a"));
    }

    /** A longer lease would be no help. */
    @Test
    void grantWhoseLeaseEndedByAClockThatWasSetSaysSo() {
        store.beforeAnswer = () -> clock.dayTime(LEASE);
        assertThatThrownBy(() -> locks.lock("a").lock())
                .isInstanceOf(BackendException.class)
                .hasMessageContaining("was granted, but a clock was set, or the machine stood still")
                .hasMessageNotContaining("longer");
        Eventually.await("the lock is freed").until(() -> !store.isHeld("a"));
    }

    /** A copy goes on before it is told that it is one. */
    @Test
    void lockIsNotHeldFromBeforeACheckpointOn() throws Exception {
        LockGrant grant = locks.lock("a").lock();
        CopyDetector.system().expected();
        try {
            assertThat(grant.isHeld()).isFalse();
        } finally {
            CopyDetector.system().restored();
        }
        assertThat(grant.isHeld()).isFalse();
    }

    /** Both copies would hold it with the same number. */
    @Test
    void copyOfTheProcessHoldsNothing() throws Exception {
        LockGrant grant = locks.lock("a").lock();
        CopyDetector.system().restored();
        assertThat(grant.isHeld()).isFalse();
        assertThatThrownBy(grant::unlock)
                .isInstanceOf(LeaseLostException.class)
                .hasMessageContaining("is lost: this process may have been copied");
        assertThat(store.isHeld("a"))
                .as("whether the other copy's lock was left alone")
                .isTrue();
    }

    @Test
    void numberThatIsNotGreaterThanOneThatWasGrantedIsRefused() throws Exception {
        store.nextFence = 7;
        locks.lock("a").lock().unlock();
        store.nextFence = 7;
        assertThatThrownBy(() -> locks.lock("a").lock())
                .isInstanceOf(StoreRegressedException.class)
                .hasMessageContaining("number 7, but 7 was granted before");
        Eventually.await("the lock is freed").until(() -> !store.isHeld("a"));
    }

    @Test
    void numbersThatGrowFromALowerOneAreRefusedUpToTheGreatest() throws Exception {
        store.nextFence = 7;
        locks.lock("a").lock().unlock();
        for (long number = 5; number <= 7; number++) {
            store.nextFence = number;
            assertThatThrownBy(() -> locks.lock("a").lock())
                    .isInstanceOf(StoreRegressedException.class)
                    .hasMessageContaining("number " + number + ", but 7 was granted before");
            Eventually.await("the lock is freed").until(() -> !store.isHeld("a"));
        }
        assertThat(locks.lock("a").lock().fence()).isEqualTo(8);
    }

    @Test
    void listenersLearnOfALossOnceAndAtOnceIfItIsLostAlready() throws Exception {
        LockGrant grant = locks.lock("a").lock();
        AtomicInteger calls = new AtomicInteger();
        CountDownLatch notified = new CountDownLatch(1);
        grant.onLoss(() -> {
            throw new IllegalArgumentException("a listener that fails");
        });
        grant.onLoss(() -> {
            calls.incrementAndGet();
            notified.countDown();
        });
        store.forget("a");
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> grant.extend(LEASE))
                    .isInstanceOf(LeaseLostException.class)
                    .hasMessageContaining("is lost: another caller was granted it, or its record is gone");
        }
        assertThat(notified.await(1, TimeUnit.MINUTES)).as("told of the loss").isTrue();
        grant.onLoss(calls::incrementAndGet);
        assertThat(calls).as("calls").hasValue(2);
    }

    @Test
    void unlockOfALockThatTheStoreGaveAwayIsAnError() throws Exception {
        LockGrant grant = locks.lock("a").lock();
        store.forget("a");
        assertThatThrownBy(grant::unlock)
                .isInstanceOf(LeaseLostException.class)
                .hasMessageContaining("was no longer held when it was unlocked, though its lease had 9989 ms left")
                .hasMessageContaining("its answer was lost, and two others were granted the lock");
        assertThatThrownBy(grant::unlock).isInstanceOf(IllegalMonitorStateException.class);
    }

    @Test
    void unlockDuringWhichTheLeaseEndsAndAnotherIsGrantedTheLockSaysSo() throws Exception {
        LockGrant grant = locks.lock("a").lock();
        store.beforeRelease = () -> {
            clock.pass(LEASE);
            store.forget("a");
        };
        assertThatThrownBy(grant::unlock)
                .isInstanceOf(LeaseLostException.class)
                .hasMessageContaining("when it was unlocked: its lease ended while it was being freed")
                .hasMessageNotContaining(" ms left");
    }

    /** The store carried it out, so the lock is free for others after the shorter lease. */
    @Test
    void leaseThatIsMadeShorterCountsAtOnceThoughTheAnswerIsLost() throws Exception {
        LockGrant grant = locks.lock("a").lock();
        store.afterExtension = () -> {
            throw new BackendException("no answer");
        };
        assertThatThrownBy(() -> grant.extend(Duration.ofSeconds(1))).isInstanceOf(BackendException.class);
        assertThat(grant.remaining()).isLessThan(Duration.ofSeconds(1));
        clock.pass(Duration.ofSeconds(1));
        assertThat(grant.isHeld()).isFalse();
    }

    @Test
    void leaseThatIsMadeLongerWithoutAnAnswerLastsAsItDid() throws Exception {
        LockGrant grant = locks.lock("a").lock();
        store.afterExtension = () -> {
            throw new BackendException("no answer");
        };
        assertThatThrownBy(() -> grant.extend(Duration.ofHours(1))).isInstanceOf(BackendException.class);
        assertThat(grant.remaining()).isLessThan(LEASE);
        assertThat(grant.isHeld()).isTrue();
        grant.unlock();
        assertThat(store.isHeld("a")).isFalse();
    }

    @Test
    void lossAfterALeaseWasMadeShorterIsNoticedWhenThatOneEnds() throws Exception {
        LockGrant grant = locks.lock("a").lock(Duration.ofDays(1));
        CountDownLatch notified = new CountDownLatch(1);
        grant.onLoss(notified::countDown);
        grant.extend(Duration.ofMillis(200));
        clock.pass(Duration.ofMillis(200));
        assertThat(notified.await(1, TimeUnit.MINUTES)).as("told of the loss").isTrue();
    }

    /** Of the machine nothing is heard but its clock of the day. */
    @Test
    void lossIsNoticedThoughTheMonotonicClockStoodStill() throws Exception {
        LockGrant grant = locks.lock("a").lock(Duration.ofDays(1));
        CountDownLatch notified = new CountDownLatch(1);
        grant.onLoss(notified::countDown);
        clock.dayTime(Duration.ofDays(1));
        assertThat(notified.await(1, TimeUnit.MINUTES)).as("told of the loss").isTrue();
    }

    @Test
    void extensionThatTheLeaseOutranIsFreedAgain() throws Exception {
        LockGrant grant = locks.lock("a").lock();
        store.afterExtension = () -> {
            clock.pass(LEASE);
            assertThat(grant.isHeld()).isFalse();
            assertThatThrownBy(grant::unlock).isInstanceOf(LeaseLostException.class);
        };
        assertThatThrownBy(() -> grant.extend(Duration.ofHours(1))).isInstanceOf(LeaseLostException.class);
        Eventually.await("the lock is freed").until(() -> !store.isHeld("a"));
    }

    /** The token that the extension writes must be known to the unlock, or the extension must not be sent. */
    @Test
    void unlockBesideAnExtensionFreesTheLockWhicheverIsFirst() throws Exception {
        for (boolean unlockFirst : new boolean[] {true, false}) {
            LockGrant grant = locks.lock("a").lock();
            Runnable unlock = grant::unlock;
            store.beforeExtension = unlockFirst ? unlock : () -> {};
            store.afterExtension = unlockFirst ? () -> {} : unlock;
            assertThatThrownBy(() -> grant.extend(LEASE)).isInstanceOf(IllegalMonitorStateException.class);
            assertThat(store.isHeld("a")).as("whether the lock is free").isFalse();
        }
    }

    @Test
    void interruptedThreadFreesTheLockAndStaysInterrupted() throws Exception {
        LockGrant grant = locks.lock("a").lock();
        store.beforeRelease =
                () -> assertThat(Thread.currentThread().isInterrupted()).isFalse();
        Thread.currentThread().interrupt();
        grant.unlock();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(store.isHeld("a")).isFalse();
    }

    @Test
    void lockIsUnlockedAsOftenAsItWasGrantedAndNoMore() throws Exception {
        try (FencedLocks reentrant = new FencedLocks(store, clock, LEASE, false, true)) {
            LockGrant outer = reentrant.lock("r").lock();
            LockGrant inner = reentrant.lock("r").lock();
            inner.unlock();
            assertThat(store.isHeld("r")).isTrue();
            outer.close();
            assertThat(store.isHeld("r")).isFalse();
            assertThatThrownBy(inner::unlock).isInstanceOf(IllegalMonitorStateException.class);
            assertThatThrownBy(outer::unlock).isInstanceOf(IllegalMonitorStateException.class);
            assertThat(reentrant.lock("r").lock().fence()).isGreaterThan(outer.fence());
        }
    }

    @Test
    void whatWasNotAnsweredIsFreedOnceTheStoreAnswers() throws Exception {
        AtomicInteger silent = new AtomicInteger(3);
        store.beforeRelease = () -> {
            if (silent.getAndDecrement() > 0) {
                throw new BackendException("no answer");
            }
        };
        LockGrant grant = locks.lock("a").lock(Duration.ofDays(1));
        assertThatThrownBy(grant::unlock).isInstanceOf(BackendException.class);
        Eventually.await("the lock is freed").until(() -> !store.isHeld("a"));
        assertThat(silent).hasValue(-1);
    }

    @Test
    void requestThatTheStoreCarriesOutAfterItWasGivenUpIsFreed() throws Exception {
        store.beforeAnswer = () -> {
            throw new BackendException("no answer");
        };
        assertThatThrownBy(() -> locks.lock("a").lock()).isInstanceOf(BackendException.class);
        Eventually.await("the lock is freed").until(() -> !store.isHeld("a"));
    }

    @Test
    void requestThatFailsUnexpectedlyIsFreed() {
        store.beforeAnswer = () -> {
            throw new StackOverflowError("as a client library may");
        };
        assertThatThrownBy(() -> locks.lock("a").lock()).isInstanceOf(StackOverflowError.class);
        Eventually.await("the lock is freed").until(() -> !store.isHeld("a"));
    }

    /** Between the store's answer and the grant. */
    @Test
    void copyThatIsMadeWhileTheStoreIsAskedHoldsNothing() {
        store.beforeAnswer = () -> CopyDetector.system().restored();
        assertThatThrownBy(() -> locks.lock("a").lock())
                .isInstanceOf(BackendException.class)
                .hasMessageContaining("is not granted: a checkpoint of this process was made or restored");
        Eventually.await("the lock is freed").until(() -> !store.isHeld("a"));
    }

    @Test
    void closeAfterUnlockDoesNothing() throws Exception {
        try (LockGrant grant = locks.lock("a").lock()) {
            grant.unlock();
        }
        assertThat(store.calls).containsExactly("take", "free");
    }

    @Test
    void renewalThatFailsWithAnErrorIsTriedAgain() throws Exception {
        AtomicInteger failures = new AtomicInteger(2);
        store.beforeExtension = () -> {
            if (failures.getAndDecrement() > 0) {
                throw new StackOverflowError("as a client library may");
            }
        };
        try (FencedLocks renewed = new FencedLocks(store, clock, LEASE, true, false)) {
            LockGrant grant = renewed.lock("n").lock();
            clock.pass(Duration.ofSeconds(4));
            Eventually.await("an extension").until(() -> grant.remaining().toSeconds() > 8);
            grant.unlock();
        }
    }

    @Test
    void reentrantLockThatWasLostIsNotGrantedAgainUntilItIsUnlocked() throws Exception {
        try (FencedLocks reentrant = new FencedLocks(store, clock, LEASE, false, true)) {
            LockGrant grant = reentrant.lock("r").lock();
            clock.pass(LEASE);
            assertThatThrownBy(() -> reentrant.lock("r").lock()).isInstanceOf(LeaseLostException.class);
            assertThatThrownBy(grant::unlock).isInstanceOf(LeaseLostException.class);
            store.forget("r");
            assertThat(reentrant.lock("r").lock().fence()).isGreaterThan(grant.fence());
        }
    }
}
