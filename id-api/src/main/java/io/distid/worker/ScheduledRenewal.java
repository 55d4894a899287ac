package io.distid.worker;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** When {@link RenewalThreads} renew a lease next, and with how many others. Guarded by their lock where that is not said. */
final class ScheduledRenewal implements Comparable<ScheduledRenewal> {
    private static final long MOST_RETRY_NANOS = 1_000_000_000;
    /** Leases are renewed up to an eighth of their pause earlier, to be so together. */
    private static final int SLACK = 8;

    private final RenewedLease lease;
    private final RenewalThreads threads;
    private final long interval;
    private final long retry;
    private long due;
    private long slack;
    private boolean waiting;
    /** Whether somebody wanted it renewed at once while a renewal was under way. */
    private boolean woken;

    private boolean renewed = true;
    private int most = Integer.MAX_VALUE;
    private long failedAfter = -1;
    /** Only while a renewal is under way, of the thread that renews. */
    private @Nullable LeaseRenewal underWay;

    ScheduledRenewal(RenewedLease lease, RenewalThreads threads, Duration reservation) {
        this.lease = lease;
        this.threads = threads;
        this.interval = Math.max(1, reservation.toNanos() / 3);
        // Attempts of a failing renewal are as far apart as good ones, but not more than a second, so that ids resume
        // soon.
        this.retry = Math.min(interval, MOST_RETRY_NANOS);
    }

    RenewedLease lease() {
        return lease;
    }

    /** Renews at once if a tick beyond the bound is wanted; ends if the lease is over. Without the lock. */
    void wake() {
        threads.wake(this, lease.isOver() || lease.isShort());
    }

    /** Begins a pause of the usual length, or none. */
    void schedule(long now, boolean atOnce) {
        long pause = atOnce ? 0 : renewed ? interval : retry;
        due = now + pause;
        slack = pause / SLACK;
    }

    /** Ends its pause, unless that is one after a failure. */
    boolean hasten(long now) {
        if (!renewed || due - now <= 0) {
            return false;
        }
        due = now;
        return true;
    }

    long nanosLeft(long now) {
        return due - now;
    }

    /** Whether it may be renewed together with one that is due. */
    boolean isNear(long now) {
        return due - now <= slack;
    }

    /** With how many it may be renewed at a time, itself included. */
    int most() {
        return most;
    }

    boolean isWaiting() {
        return waiting;
    }

    void waiting(boolean is) {
        waiting = is;
    }

    void woken(boolean is) {
        woken = is;
    }

    boolean isWoken() {
        return woken;
    }

    /** Null if there is nothing to renew, or somebody else does so. Without the lock. */
    @Nullable
    LeaseRenewal begin() {
        underWay = null;
        underWay = lease.begin();
        return underWay;
    }

    /**
     * Ends what was begun. Of those that failed together, one may be to blame, such as a row that is locked: half of them are tried
     * together the next time, and so on until it is alone. But not while the store answers to nobody, since that is nobody's fault. Without
     * the lock.
     *
     * @param together how many
     * @param successes how many renewals of the source have succeeded until now
     */
    void settle(int together, long successes) {
        LeaseRenewal ended = underWay;
        underWay = null;
        renewed = false;
        renewed = ended != null && lease.settle(ended);
        if (renewed) {
            most = Integer.MAX_VALUE;
            failedAfter = -1;
        } else if (successes > failedAfter) {
            most = Math.max(1, together / 2);
            failedAfter = successes;
        }
    }

    boolean isRenewed() {
        return renewed;
    }

    /** Whether the bound is too low again, right after it was moved. Without the lock. */
    boolean isToBeRenewedAtOnce() {
        try {
            return renewed && lease.isShort();
        } catch (RuntimeException | Error e) {
            // Of its clock, which is the lease's own trouble.
            lease.disturbed();
            return false;
        }
    }

    @Override
    public int compareTo(ScheduledRenewal other) {
        return Long.compare(due - other.due, 0);
    }
}
