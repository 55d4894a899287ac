package io.distid.coordination;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.distid.LeaseLostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Unlocks on a stack that is almost used up, with the room of one frame more for each next one. */
class StackSpaceTest {
    private static final Duration LEASE = Duration.ofHours(1);
    private static final int GRANTS = 1_500;

    private final ManualLeaseClock clock = new ManualLeaseClock();
    private final MemoryLockStore store = new MemoryLockStore();

    @Test
    void unlockThatOverflowsChangesNothingAndCanBeRepeated() throws Exception {
        try (FencedLocks locks = new FencedLocks(store, clock, LEASE, false, false)) {
            List<LockGrant> grants = grants(locks);
            int ended = unlockWithLittleRoom(grants);
            grants.forEach(LockGrant::close);
            requireTurns(locks, ended);
            for (int i = 0; i < GRANTS; i++) {
                assertThat(store.isHeld("lock-" + i)).as("%s in the store", i).isFalse();
            }
        }
    }

    @Test
    void lossThatOverflowsEndsTheTurn() throws Exception {
        try (FencedLocks locks = new FencedLocks(store, clock, LEASE, false, false)) {
            LockGrant first = locks.lock("first").lock();
            List<LockGrant> grants = grants(locks);
            clock.pass(LEASE);
            assertThatThrownBy(first::unlock).isInstanceOf(LeaseLostException.class);
            int ended = unlockWithLittleRoom(grants);
            grants.forEach(grant -> catchThrowable(grant::close));
            requireTurns(locks, ended);
        }
    }

    private static List<LockGrant> grants(FencedLocks locks) throws InterruptedException {
        List<LockGrant> grants = new ArrayList<>();
        for (int i = 0; i < GRANTS; i++) {
            grants.add(locks.lock("lock-" + i).lock());
        }
        return grants;
    }

    /** Returns how many did not overflow. */
    private static int unlockWithLittleRoom(List<LockGrant> grants) throws Exception {
        AtomicInteger next = new AtomicInteger();
        AtomicInteger ended = new AtomicInteger();
        Thread thread = new Thread(
                null,
                () -> overflowThenRun(() -> {
                    int mine = next.getAndIncrement();
                    if (mine < GRANTS) {
                        try {
                            grants.get(mine).unlock();
                        } catch (LeaseLostException e) {
                            // As well.
                        }
                        ended.incrementAndGet();
                    }
                }),
                "little room",
                512 * 1024);
        thread.start();
        thread.join(TimeUnit.MINUTES.toMillis(1));
        return ended.get();
    }

    /** Overflows the stack, and then runs something in each frame on the way back. */
    private static void overflowThenRun(Runnable action) {
        try {
            overflowThenRun(action);
        } catch (StackOverflowError e) {
            // Of the frame below, or of what it ran.
        }
        action.run();
    }

    private static void requireTurns(FencedLocks locks, int ended) throws InterruptedException {
        assertThat(ended).as("unlocks without an overflow").isBetween(1, GRANTS - 1);
        assertThat(locks.wanted()).as("turns that never end").isZero();
        locks.lock("after").lock().unlock();
    }
}
