package io.distid.worker;

/**
 * A store's half of one lease: the record of its worker id, changed in atomic and durable steps. {@link RenewedLease} is the other half, the same for
 * all stores.
 *
 * <p>Called by one thread at a time, except {@link #release(long)}, which may come during a renewal. It is renewed alone, on a thread of its own.
 */
public interface LeaseBackend {

    /**
     * Moves the bound, and with it the lease's expiry by the store's clock. Returns once both are durable.
     *
     * @param reservedUntil epoch ms, at or above the last requested bound; if equal, only the expiry moves
     * @throws io.distid.LeaseLostException if the worker id is not this holder's any more
     * @throws io.distid.StoreRegressedException if the store's bound lies below one that it had confirmed
     * @throws io.distid.BackendException if the store does not answer in time, or refuses; whether the bound moved is unknown
     */
    void renew(long reservedUntil);

    /**
     * The last tick that a later holder may have stamped, as of the last renewal. This concerns a lease that had run out: another holder may have
     * been granted the id, and a regressed store may lack the grant.
     *
     * @return epoch ms: this holder stamps above it from then on; {@link Long#MIN_VALUE} if no other holder is possible
     */
    default long stampedUntil() {
        return Long.MIN_VALUE;
    }

    /**
     * Frees the worker id, with the exact last stamp. Changes nothing there if it is not this holder's any more.
     *
     * @throws io.distid.BackendException if the store does not answer in time, or refuses
     */
    void release(long stampedUntil);

    /**
     * How far the holder's clock may be ahead of the store's: key {@code max-ahead}. The store accepts a bound a reservation above any clock within
     * this limit.
     *
     * @return in ms; {@link Long#MAX_VALUE} if the store does not compare them
     */
    default long maxAheadMillis() {
        return Long.MAX_VALUE;
    }

    /**
     * Whether every node that may be granted the id asks this record. If not, as with a file on each machine, the operator guarantees that no other
     * machine has the id.
     */
    default boolean isShared() {
        return true;
    }

    /** Releases the resources of this process for a lost worker id. Does not touch its record. */
    default void abandon() {}
}
