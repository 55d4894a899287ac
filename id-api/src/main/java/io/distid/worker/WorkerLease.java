package io.distid.worker;

import io.distid.time.StampBound;

/**
 * One worker id, held by one holder, and the interval of ticks that the holder may stamp.
 *
 * <p>A durable lease's bound is stored before it is shown here, and the next holder starts above it. So no clock, pause, restart or partition can
 * make two holders stamp the same tick. The bound is renewed in the background. A lease that is not {@link #isDurable() durable} has no bound. Safe
 * for use by several threads.
 */
public interface WorkerLease extends StampBound, AutoCloseable {

    /**
     * The id.
     *
     * @return within the range that was requested
     */
    int workerId();

    /**
     * Whether a store that outlives the process keeps the bound of ticks, so that uniqueness across restarts does not rest on the
     * clock.
     *
     * @return the same for the life of the lease; false if {@link #reservedUntil()} is no bound, as with {@code worker=fixed}
     */
    boolean isDurable();

    /**
     * Whether a store that all nodes share guarantees that nobody else has the id. Otherwise the operator guarantees it, as with {@code
     * worker=fixed}, and with {@code worker=file}, whose file only this machine sees.
     *
     * @return the same for the life of the lease; as {@link #isDurable()} unless a source says otherwise
     */
    default boolean isExclusive() {
        return isDurable();
    }

    /** How the lease stands, for operators. */
    LeaseHealth health();

    /**
     * Calls a listener once, when the lease is lost for good: at once if it already is.
     *
     * @param listener called on a background thread that renews nothing. It should return soon, since only a few threads serve all losses.
     */
    void onLoss(Runnable listener);

    /**
     * Gives the id back, with the exact last stamp, so that the next holder waits for nothing. A second call does nothing. A thread that is
     * interrupted already gives it back, too, and stays interrupted.
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
