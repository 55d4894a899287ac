package io.distid.coordination;

import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Extends leases in the background, on a bounded number of daemon threads that end when idle. Safe for use by any number of threads.
 *
 * <p>Where a part of a store does not answer, such as one master of a cluster, each call to it keeps its thread for the whole time-out of the
 * store, and must not cost the locks of the part that does. So leases that could not be extended the last time have threads of their own, and no
 * other lease waits for them. Among those that wait for the same threads, the one that failed least often is first, then the one that ends first.
 */
final class LockRenewals implements AutoCloseable {
    /** For leases that were extended the last time, or never yet. More than a few, since those of a part that hangs are among them once. */
    static final int THREADS = 8;
    /** For leases that could not be extended the last time. */
    static final int RETRY_THREADS = 4;

    private static final long IDLE_SECONDS = 10;

    private final ThreadPoolExecutor renewals = executor(THREADS, "distid-lock-renew-");
    private final ThreadPoolExecutor retries = executor(RETRY_THREADS, "distid-lock-retry-");

    /**
     * One lease to be extended.
     *
     * @param failures in a row so far
     * @param end of the lease, as {@link System#nanoTime()}
     * @param extension talks to the store
     */
    private record Renewal(int failures, long end, Runnable extension) implements Runnable, Comparable<Renewal> {
        @Override
        public void run() {
            extension.run();
        }

        @Override
        public int compareTo(Renewal other) {
            // The difference, since a moment of this clock may be negative.
            return failures != other.failures
                    ? Integer.compare(failures, other.failures)
                    : Long.signum(end - other.end);
        }
    }

    /**
     * Extends a lease as soon as one of its threads is free.
     *
     * @param failures in a row so far
     * @param left of the lease, in ns
     * @param extension talks to the store, and throws nothing
     * @return false if it was closed
     */
    boolean extend(int failures, long left, Runnable extension) {
        try {
            (failures == 0 ? renewals : retries).execute(new Renewal(failures, System.nanoTime() + left, extension));
            return true;
        } catch (RejectedExecutionException e) {
            return false;
        }
    }

    /** What waits is not run any more. */
    @Override
    public void close() {
        try {
            renewals.shutdownNow();
        } finally {
            retries.shutdownNow();
        }
    }

    private static ThreadPoolExecutor executor(int threads, String name) {
        ThreadPoolExecutor executor = new ThreadPoolExecutor(
                threads, threads, IDLE_SECONDS, TimeUnit.SECONDS, new PriorityBlockingQueue<>(), new LockThreads(name));
        executor.allowCoreThreadTimeOut(true);
        return executor;
    }
}
