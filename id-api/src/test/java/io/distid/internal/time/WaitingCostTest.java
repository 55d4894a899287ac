package io.distid.internal.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.distid.InterruptedIdException;
import io.distid.time.ClockLimits;
import io.distid.time.Parking;
import io.distid.time.SequenceStart;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** What waiting costs on the system's own clock and parking: no core, no carrier of virtual threads, no end to interrupts. */
class WaitingCostTest {
    private static final InstantSource CLOCK = InstantSource.system();

    @Test
    void callerThatWaitsHalfASecondUsesHardlyAnyCpu() {
        var threads = ManagementFactory.getThreadMXBean();
        // A host that takes the core counts as CPU time here, so the least of up to five measurements counts.
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 5 && least >= 250_000_000; i++) {
            TickSequencer sequencer = stampedAhead(500, Duration.ofMinutes(2));
            long before = threads.getCurrentThreadCpuTime();
            sequencer.next();
            least = Math.min(least, threads.getCurrentThreadCpuTime() - before);
        }
        assertThat(Duration.ofNanos(least)).isLessThan(Duration.ofMillis(250));
    }

    @Test
    void interruptEndsAWaitAndIsKept() throws Exception {
        TickSequencer sequencer = stampedAhead(3_600_000, Duration.ofHours(2));
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        CompletableFuture<Boolean> status = new CompletableFuture<>();
        Thread caller = new Thread(() -> {
            thrown.set(catchThrowable(sequencer::next));
            status.complete(Thread.currentThread().isInterrupted());
        });
        caller.start();
        while (LockSupport.getBlocker(caller) == null && caller.isAlive()) {
            Thread.onSpinWait();
        }

        caller.interrupt();

        assertThat(status.get(2, TimeUnit.MINUTES)).as("interrupt status").isTrue();
        assertThat(thrown.get()).isInstanceOf(InterruptedIdException.class).hasMessageContaining("interrupted");
    }

    @Test
    void waitingVirtualThreadsHoldNoCarrier() throws Exception {
        ExecutorService virtual = virtualThreads();
        assumeTrue(virtual != null, "this JVM has no virtual threads");
        // The clock stands until all of them wait: pinned, the few that hold the carriers would keep the others from it
        // for ever.
        VirtualTime clock = new VirtualTime(CLOCK.millis());
        Set<Thread> waited = ConcurrentHashMap.newKeySet();
        CountDownLatch waiting = new CountDownLatch(500);
        Parking parking = new Parking() {
            @Override
            public long nanoTime() {
                return Parking.SYSTEM.nanoTime();
            }

            @Override
            public void park(long nanos) {
                if (waited.add(Thread.currentThread())) {
                    waiting.countDown();
                }
                Parking.SYSTEM.park(10_000_000);
            }
        };
        ClockLimits rule = new ClockLimits(Duration.ZERO, Duration.ofMinutes(10), SequenceStart.ZERO);
        TickSequencer sequencer = new TickSequencer(
                new TickFormat(0, 1, 41, 12), rule, clock, SetBound.stamped(clock.millis() + 500), parking);
        List<Future<Long>> states = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            states.add(virtual.submit(sequencer::next));
        }
        assertThat(waiting.await(2, TimeUnit.MINUTES)).as("all 500 wait").isTrue();
        clock.step(1_000);
        for (Future<Long> state : states) {
            assertThat(state.get(2, TimeUnit.MINUTES)).isPositive();
        }
        virtual.shutdown();
    }

    private static TickSequencer stampedAhead(long millis, Duration maxWait) {
        ClockLimits rule = new ClockLimits(Duration.ZERO, maxWait, SequenceStart.ZERO);
        return new TickSequencer(new TickFormat(0, 1, 41, 12), rule, CLOCK, SetBound.stamped(CLOCK.millis() + millis));
    }

    /** By reflection, since the tests are compiled for Java 17. */
    private static ExecutorService virtualThreads() {
        try {
            return (ExecutorService)
                    Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
        } catch (ReflectiveOperationException e) {
            return null;
        }
    }
}
