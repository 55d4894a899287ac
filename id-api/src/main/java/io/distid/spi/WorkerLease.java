package io.distid.spi;

import io.distid.time.StampBound;

/**
 * One worker id, held by one holder, and the interval of ticks that the holder may stamp.
 *
 * <p>The bound is made durable before it is told here, and whoever holds the id next starts above it. So no clock, pause,
 * restart or partition can make two holders stamp the same tick. The bound is renewed in the background.
 */
public interface WorkerLease extends StampBound, AutoCloseable {

    /**
     * The id.
     *
     * @return within the range that was requested
     */
    int workerId();

    /**
     * How the lease stands, for operators.
     *
     * @return a snapshot
     */
    LeaseHealth health();

    /**
     * Calls a listener once, when the lease is lost for good: at once if it already is.
     *
     * @param listener called on the renewing thread; should return soon
     */
    void onLoss(Runnable listener);

    /**
     * Gives the id back, with the exact last stamp, so that the next holder waits for nothing. A second call does nothing.
     *
     * @param stampedUntil epoch ms of the start of the last tick that was used; at most {@link #reservedUntil()}
     * @throws io.distid.BackendException if the store does not answer; the id then becomes free once the reservation is over
     */
    void release(long stampedUntil);

    /** Gives the id back with the whole reservation counted as used. */
    @Override
    default void close() {
        release(reservedUntil());
    }
}
