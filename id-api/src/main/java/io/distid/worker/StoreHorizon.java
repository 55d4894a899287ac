package io.distid.worker;

import io.distid.BackendException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;

/**
 * How far ahead of a store's clock a holder may reserve: key {@code max-ahead}, its reservation, and what the store's clock may show beyond
 * what it tells. Times are in epoch ms by the store's clock.
 *
 * @param request whose reservation, and whose clock
 * @param maxAhead how far ticks may lie ahead of the store's clock
 * @param rounded what the store's clock may show beyond what it tells; zero if it tells all
 * @param store its name in messages
 */
record StoreHorizon(WorkerRequest request, Duration maxAhead, Duration rounded, String store) {

    /** The store's clock as it was told, and this process's monotonic clock once the answer had come. */
    record Told(long millis, long nanoTime) {
        /** No more than the store's clock shows now, since the answer came after it was made; too little after this machine slept. */
        long at(long nanos) {
            return millis + TimeUnit.NANOSECONDS.toMillis(nanos - nanoTime);
        }
    }

    private long reservation() {
        return request.reservation().toMillis();
    }

    /** The greatest bound that may be written when the store tells that time. */
    long latest(long told) {
        return told + rounded.toMillis() + maxAhead.toMillis() + reservation();
    }

    /** Above which stamp the first holder of a record begins, if one may have been lost by then: no bound was taken that is greater. */
    long stampedByLost(long told) {
        return latest(told + rounded.toMillis());
    }

    /** The first bound above a stamp: a reservation ahead, no further ahead than may be, but never below the stamp itself. */
    long firstBound(long stamped, long told) {
        long wanted = Math.max(request.clock().millis(), stamped) + reservation();
        return Math.max(stamped, Math.min(wanted, latest(told)));
    }

    /** From which another may take an id that is granted or renewed then: no sooner than a reservation later, also where times are rounded. */
    long freeFrom(long told) {
        return told + rounded.toMillis() + reservation();
    }

    /** Whether a bound may lie too far ahead, as far as this process can tell without asking the store. */
    boolean mayBeFar(long bound, Told last, long nanoTime) {
        return bound > latest(last.at(nanoTime));
    }

    /**
     * Refuses to start with a clock that lies too far ahead of the store's.
     *
     * @param where the lease, for the message
     * @param clock this node's clock before the store was asked: an answer can take its time
     */
    void requireClock(String where, long clock, long told) {
        if (clock > told + rounded.toMillis() + maxAhead.toMillis()) {
            throw refused(where, "this node's clock shows " + Instant.ofEpochMilli(clock), told);
        }
    }

    /** Refuses to start above a stamp that no holder with this reservation and a sane clock can have left. */
    void requireStart(String where, long stamped, long told) {
        long most = stampedByLost(told) - told;
        if (stamped - told > most) {
            throw new BackendException(where + " is reserved until " + Instant.ofEpochMilli(stamped) + ", "
                    + (stamped - told) + " ms ahead of " + store + "'s clock; at most " + most
                    + " ms are allowed (key max-ahead of the source, and the reservation of " + reservation()
                    + " ms). Its holder before had a longer reservation, or a clock that was ahead. Wait until "
                    + Instant.ofEpochMilli(stamped - most)
                    + ", or give all nodes of the namespace one reservation.");
        }
    }

    /** Refuses a bound that lies too far ahead of the store's clock. */
    void require(String where, long bound, long told) {
        if (bound > latest(told)) {
            throw refused(where, "a bound of " + Instant.ofEpochMilli(bound) + " is wanted", told);
        }
    }

    private BackendException refused(String where, String what, long told) {
        String more = rounded.isZero() ? "" : " or less than " + rounded.toSeconds() + " s more";
        return new BackendException(where + " is refused: " + what + ", too far ahead of " + store
                + "'s clock, which shows " + Instant.ofEpochMilli(told) + more + "; at most "
                + maxAhead.toMillis() + " ms ahead are allowed (key max-ahead of the source); set the clock that is"
                + " wrong");
    }
}
