package io.distid.coordination;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LockTimersTest {
    private final LockTimers timers = new LockTimers();
    private final Semaphore ends = new Semaphore(0);

    private void hold(int threads, boolean again, List<Thread> held) throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(threads);
        for (int i = 0; i < threads; i++) {
            timers.extend(again, () -> {
                held.add(Thread.currentThread());
                begun.countDown();
                ends.acquireUninterruptibly();
            });
        }
        assertThat(begun.await(1, TimeUnit.MINUTES)).as("all threads are held").isTrue();
    }

    @Test
    void threadsThatExtendAreBoundedNamedDaemonsThatEndWithTheLocks() throws Exception {
        List<Thread> held = Collections.synchronizedList(new ArrayList<>());
        hold(LockTimers.RENEWAL_THREADS, false, held);
        hold(LockTimers.RETRY_THREADS, true, held);
        timers.extend(false, () -> held.add(Thread.currentThread()));
        timers.extend(true, () -> held.add(Thread.currentThread()));
        assertThat(held)
                .hasSize(LockTimers.RENEWAL_THREADS + LockTimers.RETRY_THREADS)
                .allMatch(Thread::isDaemon)
                .allMatch(thread -> thread.getName().matches("distid-lock-re(new|try)-\\d+"));
        timers.close();
        assertThat(timers.extend(false, () -> {})).as("whether it is taken on").isFalse();
        ends.release(held.size());
        Eventually.await("they end").until(() -> held.stream().noneMatch(Thread::isAlive));
    }
}
