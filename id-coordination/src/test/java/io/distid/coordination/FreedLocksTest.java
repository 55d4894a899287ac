package io.distid.coordination;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 2, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FreedLocksTest {
    /** Listens until it is ended, and counts how often it began. */
    private static class Connection implements FreedLocks.Source {
        private final CountDownLatch ended = new CountDownLatch(1);
        final AtomicInteger begun = new AtomicInteger();
        final CountDownLatch listening = new CountDownLatch(1);

        @Override
        public void listen(FreedLocks freed) throws Exception {
            begun.incrementAndGet();
            freed.began();
            listening.countDown();
            ended.await();
        }

        @Override
        public void end() {
            ended.countDown();
        }
    }

    @Test
    void waitersAreCalledWhenItBeginsAndWhenTheirLockIsFreedUntilTheyEndTheirWatch() throws Exception {
        Connection source = new Connection();
        try (FreedLocks locks = new FreedLocks("test", "events", source)) {
            Semaphore one = new Semaphore(0);
            Semaphore two = new Semaphore(0);
            LockStore.Watch watch = locks.watch("one", one::release);
            one.acquire();
            // Or it may still be calling those who watch, of whom there is one more then.
            source.listening.await();
            locks.watch("two", two::release);
            locks.freed("one");
            assertThat(one.tryAcquire()).isTrue();
            watch.close();
            locks.freed("one");
            locks.freed("two");
            assertThat(one.availablePermits()).isZero();
            assertThat(two.availablePermits()).isEqualTo(1);
        }
    }

    @Test
    void threadStartsWithTheFirstWatchAndEndsWithClose() throws Exception {
        Connection source = new Connection();
        FreedLocks locks = new FreedLocks("test", "events", source);
        assertThat(locks.isAlive()).isFalse();
        Semaphore calls = new Semaphore(0);
        locks.watch("one", calls::release);
        calls.acquire();
        locks.watch("two", calls::release);
        assertThat(locks.isAlive()).isTrue();
        assertThat(locks.isListening()).isTrue();
        assertThat(source.begun).hasValue(1);
        locks.close();
        while (locks.isAlive()) {
            Thread.onSpinWait();
        }
        assertThat(locks.isListening()).isFalse();
        locks.watch("one", calls::release);
        assertThat(locks.isAlive()).as("a thread, once closed").isFalse();
    }

    @Test
    void listensAgainAfterAnErrorAndWakesAllForWhatItMissed() throws Exception {
        Connection source = new Connection() {
            @Override
            public void listen(FreedLocks freed) throws Exception {
                if (begun.get() == 1) {
                    begun.incrementAndGet();
                    throw new AssertionError("an error, as one of a class that cannot be loaded");
                }
                if (begun.get() == 0) {
                    begun.incrementAndGet();
                    freed.began();
                    throw new IOException("the connection is lost");
                }
                super.listen(freed);
            }
        };
        try (FreedLocks locks = new FreedLocks("test", "events", source)) {
            Semaphore calls = new Semaphore(0);
            locks.watch("one", calls::release);
            calls.acquire(2);
            assertThat(source.begun).hasValue(3);
        }
    }

    @Test
    void strayInterruptEndsNoMoreThanOnePause() throws Exception {
        Semaphore attempts = new Semaphore(0);
        FreedLocks.Source failing = new FreedLocks.Source() {
            @Override
            public void listen(FreedLocks freed) {
                if (attempts.availablePermits() == 0) {
                    // The first failure is logged, and a logger may clear the flag.
                    attempts.release();
                    throw new IllegalStateException("no connection");
                }
                if (attempts.availablePermits() == 1) {
                    Thread.currentThread().interrupt();
                }
                attempts.release();
            }

            @Override
            public void end() {}
        };
        try (FreedLocks locks = new FreedLocks("test", "events", failing)) {
            locks.watch("one", () -> {});
            long from = System.nanoTime();
            while (attempts.availablePermits() < 4) {
                Thread.onSpinWait();
            }
            // The first pause and the third: an interrupt ends the next one, as an unpark does.
            assertThat(System.nanoTime() - from).isGreaterThan(1_500_000_000L);
        }
    }
}
