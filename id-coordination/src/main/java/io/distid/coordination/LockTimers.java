package io.distid.coordination;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The work of locks in the background: to notice the ends of leases, to extend leases, to free abandoned grants, and to call listeners. Each has
 * daemon threads of its own. So a store that does not answer delays no notice, abandoned grants delay no extension, and a slow listener delays
 * nothing else. Leases whose last extension failed have threads of their own, too. So a part of a store that does not answer does not cost the locks
 * of the other part. No thread is started before it is needed. Safe for use by any number of threads.
 */
final class LockTimers implements AutoCloseable {
    /**
     * For leases whose last extension succeeded, or that were never extended. Several threads, since each lease of a part that hangs is among them
     * once.
     */
    static final int RENEWAL_THREADS = 8;
    /** For leases whose last extension failed. */
    static final int RETRY_THREADS = 4;

    private static final int FREEING_THREADS = 2;
    private static final long IDLE_SECONDS = 10;
    /** Delays from here on are those of leases. The time for which a lock is left to others is shorter. */
    private static final long LEAST_NANOS = 20_000_000;

    private final ScheduledThreadPoolExecutor clock = scheduled(1, "distid-lock-clock-");
    /** When the clock's thread wakes up at the latest, even if nothing is due. */
    private volatile long idleWakeUp = System.nanoTime();

    private final ExecutorService renewals = bounded(RENEWAL_THREADS, "distid-lock-renew-");
    private final ExecutorService retries = bounded(RETRY_THREADS, "distid-lock-retry-");
    private final ScheduledThreadPoolExecutor freeing = scheduled(FREEING_THREADS, "distid-lock-free-");
    private final ExecutorService listeners = bounded(1, "distid-lock-loss-");

    /** Runs a task later that never waits; null if the locks are closed. */
    @Nullable
    Future<?> runIn(long nanos, Runnable task) {
        long now = System.nanoTime();
        if (nanos >= LEAST_NANOS && idleWakeUp - now <= 0) {
            // A task that becomes the first in the queue wakes the thread, which costs more than the rest of the work
            // for a lock. So an idle task is scheduled first. Later locks then queue behind it, and most are freed
            // before their own time.
            idleWakeUp = now + nanos / 2;
            schedule(clock, nanos / 2, () -> {});
        }
        return schedule(clock, nanos, task);
    }

    /**
     * Extends a lease as soon as a thread is free.
     *
     * @param again whether the last extension failed
     * @param extension talks to the store, and throws nothing
     * @return false if the locks are closed
     */
    boolean extend(boolean again, Runnable extension) {
        try {
            (again ? retries : renewals).execute(extension);
            return true;
        } catch (RejectedExecutionException e) {
            return false;
        }
    }

    /** Runs a task later that frees an abandoned grant in the store; false if the locks are closed. */
    boolean freeIn(long nanos, Runnable task) {
        return schedule(freeing, nanos, task) != null;
    }

    /** Calls a listener. Once the locks are closed, the caller's own thread calls it, since work without the lock must stop in any case. */
    void callListener(Runnable listener) {
        try {
            listeners.execute(listener);
        } catch (RejectedExecutionException e) {
            listener.run();
        }
    }

    /** Listeners that are due are still called. */
    @Override
    public void close() {
        listeners.shutdown();
        Stream.of(renewals, retries, freeing, clock).forEach(ExecutorService::shutdownNow);
    }

    private static @Nullable Future<?> schedule(ScheduledThreadPoolExecutor executor, long nanos, Runnable task) {
        try {
            return executor.schedule(task, Math.max(0, nanos), TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            return null;
        }
    }

    private static ScheduledThreadPoolExecutor scheduled(int threads, String name) {
        ScheduledThreadPoolExecutor executor = new ScheduledThreadPoolExecutor(threads, daemons(name));
        // A released lease leaves no task in the queue.
        executor.setRemoveOnCancelPolicy(true);
        return executor;
    }

    private static ExecutorService bounded(int threads, String name) {
        ThreadPoolExecutor executor = new ThreadPoolExecutor(
                threads, threads, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), daemons(name));
        executor.allowCoreThreadTimeOut(true);
        return executor;
    }

    /** Threads without the context class loader of the first caller. */
    private static ThreadFactory daemons(String name) {
        AtomicInteger count = new AtomicInteger();
        return task -> {
            Thread thread = Executors.defaultThreadFactory().newThread(task);
            thread.setName(name + count.incrementAndGet());
            thread.setContextClassLoader(null);
            thread.setDaemon(true);
            return thread;
        };
    }
}
