package io.distid.bench.locks;

import org.jspecify.annotations.Nullable;

/**
 * How a lock passed from a killed holder to a waiting process. Immutable.
 *
 * @param kind the outcome
 * @param millis {@link Kind#AFTER_LEASE}: from the kill of the holder's process to the grant; {@link
 *     Kind#BEFORE_LEASE_ENDED}: how much longer the lease had to last; otherwise 0
 */
public record HandOver(Kind kind, double millis) {
    private static final double NANOS_PER_MILLI = 1e6;

    /** The outcome. Immutable. */
    public enum Kind {
        /** Granted after the holder was killed, and not while its lease lasted. */
        AFTER_LEASE,
        /** Granted while the holder had it, whether or not the holder was killed by then. */
        BEFORE_LEASE_ENDED,
        /** The holder's lease was over before it was killed, as it got no core for so long. Nothing was shown. */
        LOST_ALIVE,
        /** Not granted. */
        NOT_IN_TIME
    }

    /**
     * Judges the grant. All times are of the monotonic clock that the processes of a host share.
     *
     * @param leaseEnds the time before which the lease cannot end by the server's clock; it counts from before the request
     * @param granted when the waiting process got it, or null
     */
    static HandOver of(long leaseEnds, long killed, @Nullable Long granted) {
        if (granted == null) {
            return new HandOver(Kind.NOT_IN_TIME, 0);
        }
        if (granted - leaseEnds < 0) {
            return new HandOver(Kind.BEFORE_LEASE_ENDED, (leaseEnds - granted) / NANOS_PER_MILLI);
        }
        return granted - killed < 0
                ? new HandOver(Kind.LOST_ALIVE, 0)
                : new HandOver(Kind.AFTER_LEASE, (granted - killed) / NANOS_PER_MILLI);
    }
}
