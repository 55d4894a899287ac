package io.distid.coordination;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Locks of a store of which a part does not answer, such as one master of a cluster: those of the other part must be extended all the same. */
class HalfDeadStoreTest {
    private static final Duration LEASE = Duration.ofSeconds(10);
    private static final String DEAD = "dead-";

    private final ManualLeaseClock clock = new ManualLeaseClock();
    private final HalfDeadStore store = new HalfDeadStore();
    private final FencedLocks locks = new FencedLocks(store, clock, LEASE, true, false);

    @AfterEach
    void close() {
        store.end.countDown();
        locks.close();
    }

    @Test
    void extensionWaitsForNothingThatWasGivenUp() throws Exception {
        store.granting = false;
        for (int i = 0; i < 4; i++) {
            FencedLock dead = locks.lock(DEAD + i);
            assertThatThrownBy(dead::lock).isInstanceOf(BackendException.class);
        }
        awaitHanging(2);
        LockGrant grant = locks.lock("live").lock();
        clock.pass(Duration.ofSeconds(4));
        awaitRemaining(grant, Duration.ofSeconds(8));
    }

    @Test
    void extensionWaitsForNoneThatFailedBefore() throws Exception {
        store.hanging = false;
        int dead = 20;
        take(dead);
        // Due later than the others.
        LockGrant grant = locks.lock("live").lock(LEASE.multipliedBy(2));
        clock.pass(Duration.ofSeconds(4));
        Eventually.await("each of the dead part failed").until(() -> store.failed.size() == dead);
        store.hanging = true;
        awaitHanging(2);
        clock.pass(Duration.ofSeconds(3));
        awaitRemaining(grant, Duration.ofSeconds(18));
    }

    @Test
    void extensionIsTriedBesideSeveralThatHangForTheFirstTime() throws Exception {
        take(LockTimers.RENEWAL_THREADS - 1);
        LockGrant grant = locks.lock("live").lock(LEASE.multipliedBy(2));
        clock.pass(Duration.ofSeconds(4));
        awaitHanging(LockTimers.RENEWAL_THREADS - 1);
        clock.pass(Duration.ofSeconds(3));
        awaitRemaining(grant, Duration.ofSeconds(18));
    }

    private void take(int count) throws InterruptedException {
        for (int i = 0; i < count; i++) {
            locks.lock(DEAD + i).lock();
        }
    }

    private void awaitHanging(int calls) {
        Eventually.await(calls + " calls hang").until(() -> store.calling.get() >= calls);
    }

    private static void awaitRemaining(LockGrant grant, Duration least) {
        Eventually.await("an extension").until(() -> grant.remaining().compareTo(least) > 0);
    }

    /** What is asked of the dead part hangs, or fails at once, and is not carried out. */
    private static final class HalfDeadStore extends MemoryLockStore {
        private final CountDownLatch end = new CountDownLatch(1);
        private final AtomicInteger calling = new AtomicInteger();
        private final Set<String> failed = ConcurrentHashMap.newKeySet();
        private volatile boolean granting = true;
        private volatile boolean hanging = true;

        @Override
        public Answer take(String lock, String process, List<String> tokens, String token, Duration lease) {
            if (lock.startsWith(DEAD) && !granting) {
                throw new BackendException("no answer");
            }
            return super.take(lock, process, tokens, token, lease);
        }

        @Override
        public boolean extend(String lock, long fence, List<String> tokens, String token, Duration lease) {
            answer(lock);
            return super.extend(lock, fence, tokens, token, lease);
        }

        @Override
        public Released release(String lock, long fence, List<String> tokens) {
            answer(lock);
            return super.release(lock, fence, tokens);
        }

        private void answer(String lock) {
            if (!lock.startsWith(DEAD)) {
                return;
            }
            if (hanging) {
                calling.incrementAndGet();
                try {
                    end.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
            failed.add(lock);
            throw new BackendException("no answer");
        }
    }
}
