package io.distid.coordination;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import io.distid.LeaseLostException;
import io.distid.StoreRegressedException;
import io.distid.process.Copies;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
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
    void leaseEndsAThousandthEarlyByEitherClock() throws Exception {
        LockGrant grant = locks.lock("a").lock();
        clock.pass(Duration.ofMillis(9_989));
        assertThat(grant.remaining()).isEqualTo(Duration.ofMillis(1));
        assertThat(grant.isHeld()).isTrue();
        clock.pass(Duration.ofMillis(1));
        assertThat(grant.isHeld()).isFalse();
        assertThatThrownBy(grant::unlock)
                .isInstanceOf(LeaseLostException.class)
                .hasMessageContaining("grant 1 of lock a of memory is lost");
    }

    /** The monotonic clock stands still while a machine is suspended; the clock of the day goes on. */
    @Test
    void machineThatWakesUpAfterTheLeaseHoldsNothing() throws Exception {
        LockGrant grant = locks.lock("a").lock();
        clock.dayTime(Duration.ofHours(1));
        assertThat(grant.isHeld()).isFalse();
        assertThatThrownBy(() -> grant.extend(LEASE)).isInstanceOf(LeaseLostException.class);
        assertThat(store.calls).as("what the store was asked").containsExactly("take");
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
        assertThat(grant.remaining()).isEqualTo(Duration.ofMillis(5_990));
    }

    @Test
    void grantWhoseAnswerTookLongerThanItsLeaseIsFreedAndTold() {
        store.beforeAnswer = () -> clock.pass(LEASE);
        assertThatThrownBy(() -> locks.lock("a").lock())
                .isInstanceOf(BackendException.class)
                .hasMessageContaining("longer than its lease of 10000 ms");
        Awaitility.await("the lock is freed").until(() -> !store.isHeld("a"));
    }

    /** Both copies would hold it with the same number. */
    @Test
    void copyOfTheProcessHoldsNothing() throws Exception {
        LockGrant grant = locks.lock("a").lock();
        Copies.system().restored();
        assertThat(grant.isHeld()).isFalse();
        assertThatThrownBy(grant::unlock).isInstanceOf(LeaseLostException.class);
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
        Awaitility.await("the lock is freed").until(() -> !store.isHeld("a"));
    }

    @Test
    void listenersAreToldOnceOfALossAndAtOnceIfItIsLostAlready() throws Exception {
        LockGrant grant = locks.lock("a").lock();
        AtomicInteger calls = new AtomicInteger();
        CountDownLatch told = new CountDownLatch(1);
        grant.onLoss(() -> {
            throw new IllegalArgumentException("a listener that fails");
        });
        grant.onLoss(() -> {
            calls.incrementAndGet();
            told.countDown();
        });
        store.forget("a");
        assertThatThrownBy(() -> grant.extend(LEASE)).isInstanceOf(LeaseLostException.class);
        assertThatThrownBy(() -> grant.extend(LEASE)).isInstanceOf(LeaseLostException.class);
        assertThat(told.await(1, TimeUnit.MINUTES)).as("told of the loss").isTrue();
        grant.onLoss(calls::incrementAndGet);
        assertThat(calls).as("calls").hasValue(2);
    }

    @Test
    void unlockOfALockThatTheStoreGaveAwayIsAnError() throws Exception {
        LockGrant grant = locks.lock("a").lock();
        store.forget("a");
        assertThatThrownBy(grant::unlock)
                .isInstanceOf(LeaseLostException.class)
                .hasMessageContaining("was not held any more when it was unlocked, though its lease had 9990 ms left");
        assertThatThrownBy(grant::unlock).isInstanceOf(IllegalMonitorStateException.class);
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
