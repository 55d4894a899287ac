package io.distid.coordination;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LockRenewalsTest {
    private static final long SECOND = 1_000_000_000;

    private final LockRenewals renewals = new LockRenewals();
    private final Semaphore ends = new Semaphore(0);

    @AfterEach
    void close() {
        renewals.close();
    }

    private void hold(int threads, int failures, List<Thread> held) throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(threads);
        for (int i = 0; i < threads; i++) {
            renewals.extend(failures, SECOND, () -> {
                held.add(Thread.currentThread());
                begun.countDown();
                ends.acquireUninterruptibly();
            });
        }
        assertThat(begun.await(1, TimeUnit.MINUTES)).as("all threads are held").isTrue();
    }

    /** One thread takes all three, one after another. */
    @Test
    void theOneThatFailedLeastOftenIsFirstThenTheOneWhoseLeaseEndsFirst() throws Exception {
        List<Thread> held = Collections.synchronizedList(new ArrayList<>());
        hold(LockRenewals.RETRY_THREADS, 1, held);
        List<String> tried = Collections.synchronizedList(new ArrayList<>());
        renewals.extend(3, SECOND, () -> tried.add("failed 3 times, 1 s left"));
        renewals.extend(1, 9 * SECOND, () -> tried.add("failed once, 9 s left"));
        renewals.extend(1, 4 * SECOND, () -> tried.add("failed once, 4 s left"));
        ends.release();
        Eventually.await("all are tried").until(() -> tried.size() == 3);
        assertThat(tried).containsExactly("failed once, 4 s left", "failed once, 9 s left", "failed 3 times, 1 s left");
        ends.release(LockRenewals.RETRY_THREADS);
    }

    @Test
    void threadsAreBoundedNamedDaemonsThatEndWithTheLocks() throws Exception {
        List<Thread> held = Collections.synchronizedList(new ArrayList<>());
        hold(LockRenewals.THREADS, 0, held);
        hold(LockRenewals.RETRY_THREADS, 1, held);
        for (int failures = 0; failures < 2; failures++) {
            renewals.extend(failures, SECOND, () -> held.add(Thread.currentThread()));
        }
        assertThat(held)
                .hasSize(LockRenewals.THREADS + LockRenewals.RETRY_THREADS)
                .allMatch(Thread::isDaemon)
                .allMatch(thread -> thread.getName().matches("distid-lock-re(new|try)-\\d+"));
        renewals.close();
        assertThat(renewals.extend(0, SECOND, () -> {}))
                .as("whether it is taken on")
                .isFalse();
        ends.release(held.size());
        Eventually.await("they end").until(() -> held.stream().noneMatch(Thread::isAlive));
    }
}
