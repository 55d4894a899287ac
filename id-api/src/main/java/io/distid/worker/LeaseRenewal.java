package io.distid.worker;

import io.distid.BackendException;
import io.distid.LeaseLostException;
import io.distid.StoreRegressedException;
import org.jspecify.annotations.Nullable;

/**
 * The renewals of one lease: when the next one is due, and what became of the one that is under way, alone or as a part of a {@link LeaseBatch}. The
 * first answer counts. Used by one thread at a time, but for {@link #wake()}.
 */
final class LeaseRenewal {
    private static final long LONGEST_PERIOD_NANOS = 1_000_000_000;

    private final RenewedLease lease;
    private final LeaseBackend backend;
    private final LeaseRenewer renewer;
    private final long interval;
    private long due;
    /** Whether a tick beyond the bound is wanted. */
    private volatile boolean urgent;
    /** Whether it failed alone while the store answered others, so it may fail those that it is with. */
    private boolean apart;

    private boolean underWay;
    private long reservedUntil;
    private boolean answered;
    private @Nullable Throwable failure;

    LeaseRenewal(RenewedLease lease, LeaseBackend backend, long reservationNanos) {
        this.lease = lease;
        this.backend = backend;
        this.renewer = backend instanceof LeaseBatch.Member member ? member.renewer() : new LeaseRenewer();
        this.interval = Math.max(1, reservationNanos / 3);
        // First in the last round of this interval, so that it joins those that there are.
        this.due = System.nanoTime() + interval - period();
    }

    /**
     * Whose bound.
     *
     * @return what the source granted
     */
    LeaseBackend lease() {
        return backend;
    }

    /**
     * The new bound.
     *
     * @return epoch ms, as {@link LeaseBackend#renew(long)} takes it
     */
    long reservedUntil() {
        return reservedUntil;
    }

    /** The store has confirmed the new bound: it is durable. */
    void moved() {
        answered = true;
    }

    /**
     * The bound was not moved, or it is unknown whether it was.
     *
     * @param reason as {@link LeaseBackend#renew(long)} throws it
     */
    void failed(Throwable reason) {
        if (!answered) {
            answered = true;
            failure = reason;
        }
    }

    /**
     * Does a part of the renewal. What it throws is the answer.
     *
     * @param part such as reading what the store has sent
     * @return whether it has thrown nothing
     */
    boolean attempt(Runnable part) {
        try {
            part.run();
            return true;
        } catch (RuntimeException | Error e) {
            failed(e);
            return false;
        }
    }

    /** Of the lease, which chooses the bound. */
    void begin(long bound) {
        reservedUntil = bound;
        answered = false;
        failure = null;
    }

    /** Alone, whatever became of it together with others. */
    void renew() {
        begin(reservedUntil);
        if (attempt(() -> backend.renew(reservedUntil))) {
            moved();
        }
    }

    /** Why the bound was not moved; null if it was. */
    @Nullable
    Throwable failure() {
        return answered ? failure : new BackendException("the store has not answered");
    }

    /** Whether the lease is over for good. */
    static boolean isLoss(@Nullable Throwable reason) {
        return reason instanceof LeaseLostException || reason instanceof StoreRegressedException;
    }

    /** How often there has to be a round: a part of the interval of at most a second, so that ids resume soon after a failure. */
    long period() {
        return interval / ((interval - 1) / LONGEST_PERIOD_NANOS + 1);
    }

    LeaseRenewer renewer() {
        return renewer;
    }

    /** Renews at once if a tick beyond the bound is wanted; after a failure in the next round, since callers may ask all the time. */
    void wake() {
        if (!urgent && lease.failure() == null && lease.isShort()) {
            urgent = true;
            try {
                renewer.roundSoon();
            } catch (Error e) {
                // For lack of memory. The next tick asks again.
                urgent = false;
                throw e;
            }
        }
    }

    boolean isDue(long now) {
        return urgent || now - due >= 0;
    }

    boolean isOver() {
        return lease.isOver();
    }

    boolean isApart() {
        return apart;
    }

    boolean isUnderWay() {
        return underWay;
    }

    /** Whether it is under way, and another attempt may succeed. */
    boolean isToBeTriedAgain() {
        return underWay && failure() != null && !isLoss(failure);
    }

    void disturbed() {
        lease.disturbed();
    }

    /** Whether there is something to renew, and nobody else does so. */
    boolean begin() {
        try {
            underWay = lease.begin();
        } catch (RuntimeException | Error e) {
            lease.disturbed();
        }
        return underWay;
    }

    /**
     * Ends what was begun, if anything; whether the bound was moved.
     *
     * @param start of the round; half a period is left for the next one to be late
     * @param staysApart if it has failed
     */
    boolean settle(long start, boolean staysApart) {
        if (!underWay) {
            return false;
        }
        underWay = false;
        apart = staysApart;
        due = start + period() - period() / 2;
        boolean moved = false;
        try {
            moved = lease.settle();
            if (moved) {
                apart = false;
                due = start + interval - period() / 2;
            }
            // Before the look at what is wanted, or what is wanted between the two would be left.
            urgent = false;
            wake();
        } catch (RuntimeException | Error e) {
            // Of its clock, or for lack of memory.
            lease.disturbed();
        }
        return moved;
    }
}
