package io.distid.coordination;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.distid.ConfigException;
import java.nio.channels.spi.AbstractInterruptibleChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FencedLocksTest {
    private static final Duration LEASE = Duration.ofHours(1);
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final MemoryLockStore store = new MemoryLockStore();
    private final FencedLocks locks = locks();

    private FencedLocks locks() {
        return new FencedLocks(store, LeaseClock.SYSTEM, LEASE, false, false);
    }

    @AfterEach
    void close() {
        locks.close();
    }

    @Test
    void threadsOfAProcessAreServedInTheOrderInWhichTheyCame() throws Exception {
        LockGrant grant = locks.lock("a").lock();
        List<Integer> served = Collections.synchronizedList(new ArrayList<>());
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            int number = i;
            Thread thread = new Thread(() -> {
                try {
                    LockGrant mine = locks.lock("a").lock();
                    served.add(number);
                    mine.unlock();
                } catch (InterruptedException e) {
                    served.add(-1);
                }
            });
            thread.start();
            threads.add(thread);
            Eventually.await("thread " + i + " waits").until(() -> thread.getState() == Thread.State.TIMED_WAITING);
        }
        assertThat(store.calls)
                .as("what the store was asked while threads waited")
                .containsExactly("take");
        grant.unlock();
        for (Thread thread : threads) {
            thread.join(PATIENCE.toMillis());
        }
        assertThat(served).containsExactly(0, 1, 2, 3, 4);
    }

    @Test
    void waiterThatNobodyCallsAsksAgain() throws Exception {
        try (FencedLocks other = locks()) {
            LockGrant grant = other.lock("a").lock();
            CompletableFuture<LockGrant> waiting = inAThread(locks);
            Eventually.await("several attempts").until(() -> Collections.frequency(store.calls, "held") > 3);
            grant.unlock();
            waiting.get(1, TimeUnit.MINUTES).unlock();
        }
    }

    @Test
    void processLeavesALockAloneForAMomentThatAnotherHasAskedFor() throws Exception {
        for (Duration handOver : List.of(Duration.ofHours(1), Duration.ofMillis(100))) {
            store.handOver = handOver;
            try (FencedLocks mine = locks();
                    FencedLocks other = locks()) {
                LockGrant grant = mine.lock("a").lock();
                assertThat(other.lock("a").tryLock()).isEmpty();
                grant.unlock();
                if (handOver.toHours() > 0) {
                    assertThat(mine.lock("a").tryLock()).as("a grant at once").isEmpty();
                    other.lock("a").lock().unlock();
                } else {
                    mine.lock("a").lock().unlock();
                    // Nobody else asked for it this time.
                    mine.lock("a").lock().unlock();
                }
            }
        }
    }

    /** Of two that wait, one waits for its turn in the process and the other for the store. */
    @Test
    void allWaitersLearnThatTheLocksAreClosed() throws Exception {
        store.handOver = Duration.ofHours(1);
        try (FencedLocks other = locks()) {
            LockGrant held = other.lock("a").lock();
            CompletableFuture<LockGrant> forTheStore = inAThread(locks);
            Eventually.await("an attempt").until(() -> store.calls.contains("held"));
            CompletableFuture<LockGrant> forATurn = inAThread(locks);
            Eventually.await("the second waits").until(() -> locks.waiting("a") == 2);
            locks.close();
            for (CompletableFuture<LockGrant> each : List.of(forTheStore, forATurn)) {
                assertThat(catchThrowable(() -> each.get(1, TimeUnit.MINUTES)))
                        .hasCauseInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("the locks of memory are closed");
            }
            held.unlock();
        }
    }

    /** The turn of a lock that another process wants is kept back for a moment, and must not be lost in a close. */
    @Test
    void waiterForADelayedTurnLearnsThatTheLocksAreClosed() throws Exception {
        store.handOver = Duration.ofHours(1);
        try (FencedLocks other = locks()) {
            LockGrant grant = locks.lock("a").lock();
            assertThat(other.lock("a").tryLock()).isEmpty();
            CompletableFuture<LockGrant> waiting = inAThread(locks);
            Eventually.await("it waits").until(() -> locks.waiting("a") == 2);
            grant.unlock();
            locks.close();
            assertThat(catchThrowable(() -> waiting.get(1, TimeUnit.MINUTES)))
                    .hasMessageContaining("the locks of memory are closed");
        }
    }

    @Test
    void nothingIsKeptOfLocksThatNobodyWants() throws Exception {
        for (int i = 0; i < 1_000; i++) {
            locks.lock("lock-" + i).lock().unlock();
        }
        LockGrant grant = locks.lock("a").lock();
        assertThat(locks.lock("a").tryLock()).isEmpty();
        CompletableFuture<LockGrant> waiting = inAThread(locks);
        Eventually.await("two want it").until(() -> locks.wanted() == 1);
        grant.unlock();
        waiting.get(1, TimeUnit.MINUTES).unlock();
        Eventually.await("nobody wants any").until(() -> locks.wanted() == 0);
    }

    @Test
    void waitingThreadLearnsThatTheLocksAreClosed() throws Exception {
        try (FencedLocks other = locks()) {
            LockGrant grant = other.lock("a").lock();
            CompletableFuture<LockGrant> waiting = inAThread(locks);
            Eventually.await("an attempt").until(() -> store.calls.contains("held"));
            locks.close();
            assertThat(catchThrowable(() -> waiting.get(1, TimeUnit.MINUTES)))
                    .hasCauseInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("the locks of memory are closed");
            grant.unlock();
        }
    }

    @Test
    void threadsAreNamedDaemonsAndEndWithTheLocks() throws InterruptedException {
        FencedLocks mine = locks();
        LockGrant grant = mine.lock("t").lock();
        List<Thread> threads = lockThreads();
        assertThat(threads).as("threads").isNotEmpty().allMatch(Thread::isDaemon);
        assertThat(grant.isHeld()).isTrue();
        mine.close();
        Eventually.await("they end").until(() -> threads.stream().noneMatch(Thread::isAlive));
    }

    @Test
    void closeEndsAllThatItEndsThoughAThreadCannotBeInterrupted() throws Exception {
        AtomicBoolean closed = new AtomicBoolean();
        MemoryLockStore closing = new MemoryLockStore() {
            @Override
            public void close() {
                closed.set(true);
            }
        };
        FencedLocks mine = new FencedLocks(closing, LeaseClock.SYSTEM, LEASE, false, false);
        UnclosableChannel channel = new UnclosableChannel();
        mine.timers().runIn(0, channel::await);
        assertThat(channel.waiting.await(1, TimeUnit.MINUTES)).as("it waits").isTrue();
        assertThatThrownBy(mine::close).isSameAs(channel.error);
        assertThat(closed).as("whether the store is closed").isTrue();
        assertThat(mine.timers().extend(false, () -> {})).isFalse();
        assertThat(mine.timers().freeIn(0, () -> {})).isFalse();
    }

    /** A thread that waits for it is interrupted by closing it, which fails. */
    private static final class UnclosableChannel extends AbstractInterruptibleChannel {
        private final IllegalStateException error = new IllegalStateException("unclosable");
        private final CountDownLatch waiting = new CountDownLatch(1);

        void await() {
            begin();
            waiting.countDown();
            while (!Thread.currentThread().isInterrupted() && isOpen()) {
                LockSupport.park(this);
            }
        }

        @Override
        protected void implCloseChannel() {
            throw error;
        }
    }

    @Test
    void errorBeforeTheLeaseIsLookedAfterFreesTheLock() throws Exception {
        try (FencedLocks reentrant = new FencedLocks(store, LeaseClock.SYSTEM, LEASE, false, true)) {
            AtomicReference<Throwable> thrown = new AtomicReference<>();
            Thread thread = new UnhashedThread(
                    new OutOfMemoryError("as any step may"),
                    () -> thrown.set(catchThrowable(() -> reentrant.lock("a").lock())));
            thread.start();
            thread.join(PATIENCE.toMillis());
            assertThat(thrown.get()).isInstanceOf(OutOfMemoryError.class);
            assertThat(reentrant.wanted()).as("turns that never end").isZero();
            assertThat(store.isHeld("a")).as("in the store").isFalse();
        }
    }

    /** As a JVM throws one error again and again that it has made ahead. */
    @Test
    void errorThatComesOnceMoreWhereTheLockIsFreedIsTheCallers() throws Exception {
        OutOfMemoryError error = new OutOfMemoryError("made ahead");
        store.beforeRelease = () -> {
            throw error;
        };
        try (FencedLocks reentrant = new FencedLocks(store, LeaseClock.SYSTEM, LEASE, false, true)) {
            AtomicReference<Throwable> thrown = new AtomicReference<>();
            Thread thread = new UnhashedThread(
                    error,
                    () -> thrown.set(catchThrowable(() -> reentrant.lock("a").lock())));
            thread.start();
            thread.join(PATIENCE.toMillis());
            assertThat(thrown.get()).isSameAs(error);
            assertThat(reentrant.wanted()).as("turns that never end").isZero();
        }
    }

    /** Asked for its hash code once more after it was looked for among the owners, it has none. */
    private static final class UnhashedThread extends Thread {
        private final OutOfMemoryError error;
        private int asked;

        UnhashedThread(OutOfMemoryError error, Runnable task) {
            super(task);
            this.error = error;
        }

        @Override
        public int hashCode() {
            if (Thread.currentThread() == this && asked++ > 0) {
                throw error;
            }
            return super.hashCode();
        }
    }

    @Test
    void interruptedThreadAsksForNothing() {
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> locks.lock("a").tryLock()).isInstanceOf(InterruptedException.class);
        assertThat(Thread.interrupted()).isFalse();
        assertThat(store.calls).isEmpty();
    }

    @Test
    void unknownStoreIsNamedAsAStore() {
        assertThatThrownBy(() -> FencedLocks.open("nowhere", Map.of()))
                .isInstanceOf(ConfigException.class)
                .hasMessage("unknown lock store \"nowhere\": on the class path are none");
    }

    private static CompletableFuture<LockGrant> inAThread(FencedLocks locks) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return locks.lock("a").lock();
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                },
                task -> new Thread(task, "waiter").start());
    }

    private static List<Thread> lockThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("distid-lock-"))
                .toList();
    }
}
