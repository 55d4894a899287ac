package io.distid.coordination;

import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * What locks do in the background: notice the ends of leases, talk to the store, and call those who asked to be told. Each has daemon
 * threads of its own, so that a store which does not answer delays no notice, and a listener that takes its time delays neither. No
 * thread is started before the first grant. Safe for use by any number of threads.
 */
final class LockTimers implements AutoCloseable {
    private static final int STORE_THREADS = 2;
    /** Of the end of a lease, or its first extension; shorter is the time for which a lock is left to others. */
    private static final long LEAST_NANOS = 20_000_000;

    private final ScheduledThreadPoolExecutor clock = executor(1, "distid-lock-clock-");
    /** When the clock's thread wakes up at the latest, though nothing is due. */
    private volatile long idleWakeUp = System.nanoTime();

    private final ScheduledThreadPoolExecutor store = executor(STORE_THREADS, "distid-lock-store-");
    private final ScheduledThreadPoolExecutor listeners = executor(1, "distid-lock-loss-");

    /** Runs something later that waits for nothing; null if the locks are closed, and nothing is noticed any more. */
    @Nullable
    Future<?> in(long nanos, Runnable task) {
        long now = System.nanoTime();
        if (nanos >= LEAST_NANOS && idleWakeUp - now <= 0) {
            // What is due before all else wakes the thread, which costs more than the rest that is done here for a
            // lock. So something is due already when locks come after this one, most of which are freed before their
            // own time.
            idleWakeUp = now + nanos / 2;
            schedule(clock, nanos / 2, () -> {});
        }
        return schedule(clock, nanos, task);
    }

    /** Runs something later that talks to the store; false if the locks are closed. */
    boolean askIn(long nanos, Runnable task) {
        return schedule(store, nanos, task) != null;
    }

    /** Calls a listener. Once the locks are closed, on the caller's own thread: what must not go on has to be told. */
    void tell(Runnable listener) {
        try {
            listeners.execute(listener);
        } catch (RejectedExecutionException e) {
            listener.run();
        }
    }

    /** Listeners that are due are called still. */
    @Override
    public void close() {
        clock.shutdownNow();
        store.shutdownNow();
        listeners.shutdown();
    }

    private static @Nullable Future<?> schedule(ScheduledThreadPoolExecutor executor, long nanos, Runnable task) {
        try {
            return executor.schedule(task, Math.max(0, nanos), TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            return null;
        }
    }

    private static ScheduledThreadPoolExecutor executor(int threads, String name) {
        AtomicInteger count = new AtomicInteger();
        ThreadFactory daemons = task -> {
            Thread thread = Executors.defaultThreadFactory().newThread(task);
            thread.setName(name + count.incrementAndGet());
            thread.setContextClassLoader(null);
            thread.setDaemon(true);
            return thread;
        };
        ScheduledThreadPoolExecutor executor = new ScheduledThreadPoolExecutor(threads, daemons);
        // A lease that was released leaves nothing behind until its end would have come.
        executor.setRemoveOnCancelPolicy(true);
        return executor;
    }
}
