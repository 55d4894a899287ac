package io.distid.worker;

/**
 * A store's half of one lease: the record of its worker id, moved by one atomic and durable step each. {@link RenewedLease} is the other
 * half, the same for all stores.
 *
 * <p>Called by one thread at a time, but for {@link #release(long)}, which may come while a renewal is under way. It is renewed alone, on a
 * thread of its own.
 */
public interface LeaseBackend {

    /**
     * Moves the bound, and with it the lease's expiry by the store's clock. Returns once both are durable.
     *
     * @param reservedUntil epoch ms, at or above the last one that was asked for; if equal, only the expiry moves
     * @throws io.distid.LeaseLostException if the worker id is not this holder's any more
     * @throws io.distid.StoreRegressedException if the store's bound lies below one that it had confirmed
     * @throws io.distid.BackendException if the store does not answer in time, or refuses; whether the bound moved is unknown
     */
    void renew(long reservedUntil);

    /**
     * Where another may have got to who was granted the worker id since this holder was, as of the last renewal: of a lease that had run out, where the store may have gone back and lacks that grant.
     *
     * @return epoch ms: the holder stamps above it from then on; {@link Long#MIN_VALUE} if nobody can have been granted it
     */
    default long stampedUntil() {
        return Long.MIN_VALUE;
    }

    /**
     * Frees the worker id, with the exact last stamp. Changes nothing there if it is not this holder's any more.
     *
     * @param stampedUntil epoch ms
     * @throws io.distid.BackendException if the store does not answer in time, or refuses
     */
    void release(long stampedUntil);

    /**
     * How far the holder's clock may be ahead of the store's: key {@code max-ahead}. No bound is refused that lies a reservation above a
     * clock within it.
     *
     * @return in ms; {@link Long#MAX_VALUE} if the store does not compare them
     */
    default long maxAheadMillis() {
        return Long.MAX_VALUE;
    }

    /**
     * Whether all who may be granted the id ask this record. If not, as of a file that each machine has of its own, that no other machine has the id rests
     * on whoever gave it out.
     *
     * @return the same each time
     */
    default boolean isShared() {
        return true;
    }

    /** Lets go of what this process holds for a worker id that is lost. Does not touch its record. */
    default void abandon() {}
}
