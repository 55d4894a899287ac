package io.distid.worker;

import io.distid.BackendException;
import org.jspecify.annotations.Nullable;

/**
 * One attempt to move the bound of one lease to what {@link RenewedLease} has chosen, as a part of a {@link LeaseBatch} or alone. The first answer counts.
 * Not safe for use by several threads.
 */
public final class LeaseRenewal {
    private final LeaseBackend lease;
    private final long reservedUntil;
    private boolean answered;
    private @Nullable Throwable failure;

    LeaseRenewal(LeaseBackend lease, long reservedUntil) {
        this.lease = lease;
        this.reservedUntil = reservedUntil;
    }

    /**
     * Whose bound.
     *
     * @return what the source granted
     */
    public LeaseBackend lease() {
        return lease;
    }

    /**
     * The new bound.
     *
     * @return epoch ms, as {@link LeaseBackend#renew(long)} takes it
     */
    public long reservedUntil() {
        return reservedUntil;
    }

    /** The store has confirmed the new bound: it is durable. */
    public void moved() {
        answered = true;
    }

    /**
     * The bound was not moved, or it is unknown whether it was.
     *
     * @param reason as {@link LeaseBackend#renew(long)} throws it
     */
    public void failed(Throwable reason) {
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
    public boolean attempt(Runnable part) {
        try {
            part.run();
            return true;
        } catch (RuntimeException | Error e) {
            failed(e);
            return false;
        }
    }

    /** Alone. */
    void renew() {
        if (attempt(() -> lease.renew(reservedUntil))) {
            moved();
        }
    }

    /** Why the bound was not moved; null if it was. */
    @Nullable
    Throwable failure() {
        return answered ? failure : new BackendException("the store has not answered");
    }
}
