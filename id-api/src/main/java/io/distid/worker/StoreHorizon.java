package io.distid.worker;

import io.distid.BackendException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;

/**
 * The limit on a holder's bounds above the store's clock. It is the sum of key {@code max-ahead}, the reservation, and the error of the store's
 * times. Times are in epoch ms by the store's clock.
 *
 * @param request has the reservation and this node's clock
 * @param maxAhead how far ticks may lie ahead of the store's clock
 * @param rounded how far the store's clock may be ahead of its returned times; zero if they are exact
 * @param store its name in messages
 */
record StoreHorizon(WorkerRequest request, Duration maxAhead, Duration rounded, String store) {

    /** A time of the store, and this process's monotonic clock after the answer. */
    record StoreTime(long millis, long nanoTime) {
        /** A time that the store's clock has reached by now, since the answer is older than its arrival. It is too low after this machine slept. */
        long at(long nanos) {
            return millis + TimeUnit.NANOSECONDS.toMillis(nanos - nanoTime);
        }
    }

    private long reservation() {
        return request.reservation().toMillis();
    }

    /** The greatest bound that may be written at this time of the store. */
    long latest(long storeMillis) {
        return storeMillis + rounded.toMillis() + maxAhead.toMillis() + reservation();
    }

    /** The stamp that a holder begins above if a record may have been lost by then: no confirmed bound is greater. */
    long stampedByLost(long storeMillis) {
        return latest(storeMillis + rounded.toMillis());
    }

    /** The first bound above a stamp: a reservation ahead, within the limit, but never below the stamp itself. */
    long firstBound(long stamped, long storeMillis) {
        long wanted = Math.max(request.clock().millis(), stamped) + reservation();
        return Math.max(stamped, Math.min(wanted, latest(storeMillis)));
    }

    /** When another holder may take an id that is granted or renewed then: at least a reservation later, even if times are rounded. */
    long freeFrom(long storeMillis) {
        return storeMillis + rounded.toMillis() + reservation();
    }

    /** Whether a bound may lie too far ahead, as far as this process knows without asking the store. */
    boolean mayBeTooFar(long bound, StoreTime last, long nanoTime) {
        return bound > latest(last.at(nanoTime));
    }

    /**
     * Refuses to start with a clock that lies too far ahead of the store's.
     *
     * @param where the lease, for the message
     * @param clock this node's clock before the store was asked: an answer can take its time
     */
    void requireClock(String where, long clock, long storeMillis) {
        if (clock > storeMillis + rounded.toMillis() + maxAhead.toMillis()) {
            throw refused(where, "this node's clock shows " + Instant.ofEpochMilli(clock), storeMillis);
        }
    }

    /** Refuses to start above a stamp that no holder with this reservation and a correct clock can have left. */
    void requireStart(String where, long stamped, long storeMillis) {
        long most = stampedByLost(storeMillis) - storeMillis;
        if (stamped - storeMillis > most) {
            throw new BackendException(where + " is reserved until " + Instant.ofEpochMilli(stamped) + ", "
                    + (stamped - storeMillis) + " ms ahead of " + store + "'s clock; at most " + most
                    + " ms are allowed (key max-ahead of the source, and the reservation of " + reservation()
                    + " ms). Its last holder had a longer reservation, or a clock that was ahead. Wait until "
                    + Instant.ofEpochMilli(stamped - most)
                    + ", or give all nodes of the namespace one reservation.");
        }
    }

    /** Refuses a bound that lies too far ahead of the store's clock. */
    void require(String where, long bound, long storeMillis) {
        if (bound > latest(storeMillis)) {
            throw refused(where, "a bound of " + Instant.ofEpochMilli(bound) + " is wanted", storeMillis);
        }
    }

    private BackendException refused(String where, String what, long storeMillis) {
        String more = rounded.isZero() ? "" : " or less than " + rounded.toSeconds() + " s more";
        return new BackendException(where + " is refused: " + what + ", too far ahead of " + store
                + "'s clock, which shows " + Instant.ofEpochMilli(storeMillis) + more + "; at most "
                + maxAhead.toMillis() + " ms ahead are allowed (key max-ahead of the source); set the clock that is"
                + " wrong");
    }
}
