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
 * What locks do in the background: notice the ends of leases, extend them, free what was given up, and call those who asked to be told. Each
 * has daemon threads of its own, so that a store which does not answer delays no notice, what was given up delays no extension, and a
 * listener that takes its time delays nothing else. Leases that could not be extended the last time have threads of their own, too: where a
 * part of a store does not answer, it must not cost the locks of the other part. No thread is started before it is needed. Safe for use by
 * any number of threads.
 */
final class LockTimers implements AutoCloseable {
    /** For leases that were extended the last time, or never yet. More than a few, since those of a part that hangs are among them once. */
    static final int RENEWAL_THREADS = 8;
    /** For leases that could not be extended the last time. */
    static final int RETRY_THREADS = 4;

    private static final int FREEING_THREADS = 2;
    private static final long IDLE_SECONDS = 10;
    /** Of the end of a lease, or its first extension; shorter is the time for which a lock is left to others. */
    private static final long LEAST_NANOS = 20_000_000;

    private final ScheduledThreadPoolExecutor clock = scheduled(1, "distid-lock-clock-");
    /** When the clock's thread wakes up at the latest, though nothing is due. */
    private volatile long idleWakeUp = System.nanoTime();

    private final ExecutorService renewals = bounded(RENEWAL_THREADS, "distid-lock-renew-");
    private final ExecutorService retries = bounded(RETRY_THREADS, "distid-lock-retry-");
    private final ScheduledThreadPoolExecutor freeing = scheduled(FREEING_THREADS, "distid-lock-free-");
    private final ExecutorService listeners = bounded(1, "distid-lock-loss-");

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

    /**
     * Extends a lease as soon as a thread is free.
     *
     * @param again whether it could not be extended the last time
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
        // A lease that was released leaves nothing behind until its end would have come.
        executor.setRemoveOnCancelPolicy(true);
        return executor;
    }

    private static ExecutorService bounded(int threads, String name) {
        ThreadPoolExecutor executor = new ThreadPoolExecutor(
                threads, threads, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), daemons(name));
        executor.allowCoreThreadTimeOut(true);
        return executor;
    }

    /** Without the class loader of whoever came first. */
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
