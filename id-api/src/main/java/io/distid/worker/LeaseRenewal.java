package io.distid.worker;

import org.jspecify.annotations.Nullable;

/** When one lease is renewed next, and what became of the renewal that is under way. Used by one thread at a time, but for {@link #wake()}. */
final class LeaseRenewal {
    private static final long LONGEST_PERIOD_NANOS = 1_000_000_000;

    private final RenewedLease lease;
    private final long interval;
    private long due;
    /** Whether a tick beyond the bound is wanted. */
    private volatile boolean urgent;

    private long bound;
    private @Nullable Throwable failure;

    LeaseRenewal(RenewedLease lease, long reservationNanos) {
        this.lease = lease;
        this.interval = Math.max(1, reservationNanos / 3);
        // First in the last round of this interval, so that it joins those that there are.
        this.due = System.nanoTime() + interval - period();
    }

    /** How often there has to be a round: a part of the interval of at most a second, so that ids resume soon after a failure. */
    long period() {
        return interval / ((interval - 1) / LONGEST_PERIOD_NANOS + 1);
    }

    /** Renews at once if a tick beyond the bound is wanted; after a failure in the next round, since callers may ask all the time. */
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
            disturbed();
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
    boolean isToBeTriedAgain() {
        return failure != null && !RenewedLease.isLoss(failure);
    }

    /** Ends what was begun in a round that started then; half a period is left for the next one to be late. */
    void settle(long start) {
        due = start + (failure == null ? interval : period()) - period() / 2;
        try {
            lease.settle(bound, failure);
            // Before the look at what is wanted, or what is wanted between the two would be left.
            urgent = false;
            wake();
        } catch (RuntimeException | Error e) {
            // Of its clock, or for lack of memory.
            disturbed();
        }
    }

    void disturbed() {
        lease.disturbed();
    }
}
