package io.distid.coordination;

import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What locks do in the background: notice the ends of leases, extend them, free what was given up, and call those who asked to be told. Each
 * has daemon threads of its own, so that a store which does not answer delays no notice, what was given up delays no extension, and a
 * listener that takes its time delays nothing else. No thread is started before the first grant, or the first attempt that fails. Safe for
 * use by any number of threads, whose stacks have {@linkplain StackSpace room}: they sort into the heaps of the executors themselves.
 */
final class LockTimers implements AutoCloseable {
    private static final int FREEING_THREADS = 2;
    /** Of the end of a lease, or its first extension; shorter is the time for which a lock is left to others. */
    private static final long LEAST_NANOS = 20_000_000;

    private final ScheduledThreadPoolExecutor clock = executor(1, "distid-lock-clock-");
    /** When the clock's thread wakes up at the latest, though nothing is due. */
    private volatile long idleWakeUp = System.nanoTime();

    private final LockRenewals renewals = new LockRenewals();
    private final ScheduledThreadPoolExecutor freeing = executor(FREEING_THREADS, "distid-lock-free-");
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

    /** Where leases are extended. */
    LockRenewals renewals() {
        return renewals;
    }

    /** Runs something later that frees in the store what was given up; false if the locks are closed. */
    boolean freeIn(long nanos, Runnable task) {
        return schedule(freeing, nanos, task) != null;
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
        try (renewals) {
            clock.shutdownNow();
        } finally {
            try {
                freeing.shutdownNow();
            } finally {
                listeners.shutdown();
            }
        }
    }

    private static @Nullable Future<?> schedule(ScheduledThreadPoolExecutor executor, long nanos, Runnable task) {
        try {
            return executor.schedule(task, Math.max(0, nanos), TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            return null;
        }
    }

    private static ScheduledThreadPoolExecutor executor(int threads, String name) {
        ScheduledThreadPoolExecutor executor = new ScheduledThreadPoolExecutor(threads, new LockThreads(name));
        // A lease that was released leaves nothing behind until its end would have come.
        executor.setRemoveOnCancelPolicy(true);
        return executor;
    }
}
