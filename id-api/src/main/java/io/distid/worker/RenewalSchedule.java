package io.distid.worker;

import org.jspecify.annotations.Nullable;

/** The schedule of one lease's renewals, and the result of the renewal under way. Used by one thread at a time, except {@link #wake()}. */
final class RenewalSchedule {
    private static final long LONGEST_PERIOD_NANOS = 1_000_000_000;

    private final RenewedLease lease;
    private final long interval;
    private long due;
    /** Whether a tick beyond the bound is wanted. */
    private volatile boolean urgent;

    private long bound;
    private @Nullable Throwable failure;

    RenewalSchedule(RenewedLease lease, long reservationNanos) {
        this.lease = lease;
        this.interval = Math.max(1, reservationNanos / 3);
        // First renewed in the last round of this interval, so that it joins the other leases.
        this.due = System.nanoTime() + interval - period();
    }

    /** The period of rounds: a part of the interval, at most a second, so that ids resume soon after a failure. */
    long period() {
        return interval / ((interval - 1) / LONGEST_PERIOD_NANOS + 1);
    }

    /** Renews at once if a tick beyond the bound is wanted. After a failure it waits for the next round, since callers may ask all the time. */
    void wake() {
        if (!urgent && lease.failure() == null && lease.isShort()) {
            urgent = true;
            lease.renewer().roundSoon();
        }
    }

    boolean isDue(long now) {
        return urgent || now - due >= 0;
    }

    boolean isOver() {
        return lease.isOver();
    }

    /** Whether there is something to renew. */
    boolean begin() {
        try {
            bound = lease.nextBound();
            return !lease.isOver();
        } catch (RuntimeException | Error e) {
            countOwnError();
            return false;
        }
    }

    LeaseBatch.Move move() {
        return new LeaseBatch.Move(lease.backend(), bound);
    }

    void answered(@Nullable Throwable reason) {
        failure = reason;
    }

    void renewAlone() {
        failure = lease.attempt(bound);
    }

    /** Whether another attempt may succeed. */
    boolean mayRetry() {
        return failure != null && !RenewedLease.isLoss(failure);
    }

    /** Ends a renewal that began in a round with this start. The next round may be half a period late. */
    void settle(long start) {
        due = start + (failure == null ? interval : period()) - period() / 2;
        try {
            lease.settle(bound, failure);
            // Reset before the look at the wanted tick, or a wish between the two would be missed.
            urgent = false;
            wake();
        } catch (RuntimeException | Error e) {
            // An error of the clock, or a lack of memory.
            countOwnError();
        }
    }

    void countOwnError() {
        lease.countOwnError();
    }
}
