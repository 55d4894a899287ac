package io.distid.bench.scale;

import io.distid.IdException;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Threads that share one generator, each drawing flat out; what each got in the same time is compared. Its threads end with it. For use by one
 * thread.
 */
final class ThreadsTrial {
    /** Calls that are timed of all that a fast thread makes: to read the clock takes as long as an id. */
    private static final int TIMED_EVERY = 64;
    /** A virtual thread that never waits keeps its carrier, and most of ten thousand would never run. */
    private static final int YIELD_EVERY = 32;
    /** Calls of each thread whose times are kept, the last ones. */
    private static final int KEPT = 256;

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static volatile long sink;

    private final LongSupplier ids;
    private final boolean virtual;
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private volatile Phase phase = Phase.WARM_UP;

    private enum Phase {
        WARM_UP,
        COUNTED,
        OVER
    }

    ThreadsTrial(LongSupplier ids, boolean virtual) {
        this.ids = ids;
        this.virtual = virtual;
    }

    /** Whether this JVM has virtual threads. */
    static boolean hasVirtual() {
        return Runtime.version().feature() >= 21;
    }

    TrialFigures run(int count, Duration window) throws InterruptedException {
        List<Caller> callers = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Caller caller = new Caller();
            callers.add(caller);
            threads.add(start(caller, i));
        }
        Thread.sleep(window.toMillis() / 2);
        phase = Phase.COUNTED;
        long start = System.nanoTime();
        Thread.sleep(window.toMillis());
        phase = Phase.OVER;
        double seconds = (System.nanoTime() - start) / 1e9;
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        for (Thread thread : threads) {
            thread.join(Math.max(1, (deadline - System.nanoTime()) / 1_000_000));
            if (thread.isAlive()) {
                throw new IllegalStateException(
                        "a call of one of " + count + " threads did not return within " + PATIENCE.toSeconds() + " s");
            }
        }
        Throwable thrown = failure.get();
        if (thrown != null) {
            throw new IllegalStateException("a call failed: " + thrown, thrown);
        }
        return found(callers, seconds);
    }

    private static TrialFigures found(List<Caller> callers, double seconds) {
        long[] counts = callers.stream().mapToLong(caller -> caller.made).toArray();
        long all = LongStream.of(counts).sum();
        double mean = Math.max(1, all) / (double) counts.length;
        long[] times = callers.stream()
                .flatMapToLong(caller -> Arrays.stream(caller.nanos, 0, (int) Math.min(caller.timed, KEPT)))
                .sorted()
                .toArray();
        TrialFigures found = new TrialFigures()
                .with(ScaleFigure.RATE, all / seconds)
                .with(ScaleFigure.SLOWEST, LongStream.of(counts).min().orElse(0) / mean)
                .with(ScaleFigure.FASTEST, LongStream.of(counts).max().orElse(0) / mean)
                .with(
                        ScaleFigure.FAILED,
                        callers.stream().mapToLong(caller -> caller.failed).sum());
        return times.length == 0 ? found : found.with(ScaleFigure.P99, times[(int) (times.length * 0.99)]);
    }

    /** Thread.startVirtualThread, which Java 17 has not. */
    private Thread start(Runnable task, int number) {
        if (virtual) {
            try {
                Method start = Thread.class.getMethod("startVirtualThread", Runnable.class);
                return (Thread) start.invoke(null, task);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("this JVM has no virtual threads", e);
            }
        }
        Thread thread = new Thread(task, "distid-bench-caller-" + number);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    /** What one thread does, and what it made of it; read once it has ended. */
    private final class Caller implements Runnable {
        private final long[] nanos = new long[KEPT];
        private long made;
        private long timed;
        private long failed;
        private long results;

        @Override
        public void run() {
            try {
                for (long calls = 0; phase != Phase.OVER; calls++) {
                    call(calls < TIMED_EVERY || calls % TIMED_EVERY == 0);
                    pause(calls);
                }
                sink = results;
            } catch (RuntimeException | Error e) {
                failure.compareAndSet(null, e);
            }
        }

        /**
         * What counts is when a call ends: where ten thousand wait for one store, a call that begins in the window may end long after it. A call that
         * an overloaded store refuses is counted as such: so it would be in a service.
         */
        private void call(boolean isTimed) {
            long start = isTimed ? System.nanoTime() : 0;
            boolean isFailed = false;
            try {
                results ^= ids.getAsLong();
            } catch (IdException e) {
                isFailed = true;
            }
            if (phase != Phase.COUNTED) {
                return;
            }
            if (isFailed) {
                failed++;
            } else {
                made++;
            }
            if (isTimed) {
                nanos[(int) (timed++ % KEPT)] = System.nanoTime() - start;
            }
        }

        private void pause(long calls) {
            if (virtual && calls % YIELD_EVERY == 0) {
                Thread.yield();
            }
        }
    }
}
