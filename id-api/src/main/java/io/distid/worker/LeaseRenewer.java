package io.distid.worker;

import org.jspecify.annotations.Nullable;

/**
 * Renews the leases of one source in the background, each until it is released or lost: at a third of its reservation, sooner after a
 * failure, and at once when a tick beyond its bound is wanted. Those that are due at about the same time, up to an eighth of the pause early, are renewed
 * together, if the source can.
 *
 * <p>How many threads and how many leases of a request there are, each source decides where it makes its renewer. They are daemons, which start when they are needed and end with the last lease. Listeners to losses, and logs, have up to 2 threads of
 * their own, which end when idle. So a listener that blocks delays no renewal, and a store that hangs delays no other source's.
 *
 * <p>Safe for use by any number of threads.
 *
 * @see LeaseBackend#renewer()
 */
public final class LeaseRenewer {
    private final int mostThreads;
    private final int mostLeases;
    private final @Nullable LeaseBatch batch;
    /** Made for the first lease: simulations, which copy what a process has in memory, need none. */
    private @Nullable RenewalThreads threads;

    /**
     * Of a source whose leases are renewed one by one.
     *
     * @param mostThreads how many of them at a time, at least 1
     */
    public LeaseRenewer(int mostThreads) {
        this(mostThreads, 1, null);
    }

    /**
     * Of a source that renews several leases by one request.
     *
     * @param mostThreads how many requests there are at a time, at least 1
     * @param mostLeases how many leases a request renews, at least 1
     * @param batch makes the request
     */
    public LeaseRenewer(int mostThreads, int mostLeases, @Nullable LeaseBatch batch) {
        if (mostThreads < 1 || mostLeases < 1) {
            throw new IllegalArgumentException("threads are " + mostThreads + " and leases of a request " + mostLeases
                    + ": must be at least 1 of each");
        }
        this.mostThreads = mostThreads;
        this.mostLeases = mostLeases;
        this.batch = batch;
    }

    synchronized RenewalThreads threads() {
        RenewalThreads made = threads;
        if (made == null) {
            made = new RenewalThreads(mostThreads, mostLeases, batch);
            threads = made;
        }
        return made;
    }

    /** Null if leases are renewed one by one. */
    @Nullable
    LeaseBatch batch() {
        return batch;
    }
}
