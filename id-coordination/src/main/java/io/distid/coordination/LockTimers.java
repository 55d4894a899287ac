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
 * What locks do in the background: extend leases, notice their ends, and call those who asked to be told. At most two daemon threads that
 * talk to the store, so that one answer that does not come holds up few others, and one that calls listeners, which may take their time.
 * No thread is started before the first grant. Safe for use by any number of threads.
 */
final class LockTimers implements AutoCloseable {
    private static final int STORE_THREADS = 2;

    private final ScheduledThreadPoolExecutor leases;
    private final ScheduledThreadPoolExecutor listeners;

    LockTimers() {
        leases = executor(STORE_THREADS, "distid-lock-lease-");
        listeners = executor(1, "distid-lock-loss-");
    }

    /** Runs something later; null if the locks are closed, and nothing is extended or noticed any more. */
    @Nullable
    Future<?> in(long nanos, Runnable task) {
        try {
            return leases.schedule(task, Math.max(0, nanos), TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            return null;
        }
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
        leases.shutdownNow();
        listeners.shutdown();
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
