package io.distid.time;

import io.distid.IdException;
import org.jspecify.annotations.Nullable;

/** The interval of ticks that a holder of a worker id has reserved. Safe for use by several threads. */
public interface StampBound {

    /** No bound: for ids whose uniqueness does not rest on a reservation. */
    StampBound NONE = new StampBound() {
        @Override
        public long stampedUntil() {
            return Long.MIN_VALUE;
        }

        @Override
        public long reservedUntil() {
            return Long.MAX_VALUE;
        }

        @Override
        public @Nullable IdException failure() {
            return null;
        }
    };

    /**
     * The last tick that the predecessor may have stamped, or another holder that was granted the worker id in between. It grows only when the bound
     * moves. Read it after the bound: then it belongs to that bound or a later one.
     *
     * @return epoch ms: a tick that starts at or before it may already be used; {@link Long#MIN_VALUE} if there was none
     */
    long stampedUntil();

    /**
     * How far ticks are reserved. Never falls.
     *
     * @return epoch ms: a tick that starts after it may not be used yet; {@link Long#MAX_VALUE} if there is no bound
     */
    long reservedUntil();

    /**
     * Why the bound was not moved on: the error of the last renewal, or what ended the lease.
     *
     * @return null while renewals succeed; a {@link io.distid.LeaseLostException} or a
     *     {@link io.distid.StoreRegressedException} if the bound will never move again
     */
    @Nullable
    IdException failure();

    /**
     * Asks for a tick beyond the bound, so that the next renewal reaches past it and comes soon.
     *
     * <p>For the slow path only: a caller that needs a tick above {@link #reservedUntil()} calls this before it waits. Without this, a bound follows
     * only the clock. Ids could then lead the clock by no more than the reservation, even if a longer lead is allowed. Returns at once.
     *
     * @param tickStart epoch ms of the start of the tick that is wanted
     */
    default void want(long tickStart) {}
}
