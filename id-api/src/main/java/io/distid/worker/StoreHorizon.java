package io.distid.worker;

import io.distid.BackendException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;

/**
 * How far ahead of a store's clock a holder may reserve: key {@code max-ahead}, its reservation, and what the store's clock may show beyond
 * what it tells. For stores whose clock is read by this process. Immutable.
 */
public class StoreHorizon {
    private final WorkerRequest request;
    private final Duration maxAhead;
    private final Duration rounded;
    private final String store;
    private final String cure;

    /**
     * The horizon of one request.
     *
     * @param request whose reservation, and whose clock
     * @param maxAhead how far ticks may lie ahead of the store's clock
     * @param rounded what the store's clock may show beyond what it tells; zero if it tells all
     * @param store its name in messages
     * @param cure what an operator can do where something lies too far ahead
     */
    protected StoreHorizon(WorkerRequest request, Duration maxAhead, Duration rounded, String store, String cure) {
        this.request = request;
        this.maxAhead = maxAhead;
        this.rounded = rounded;
        this.store = store;
        this.cure = cure;
    }

    /**
     * The store's clock as it was told, and this process's monotonic clock then. Immutable.
     *
     * @param serverMillis epoch ms
     * @param nanoTime read once the answer had come
     */
    public record Moment(long serverMillis, long nanoTime) {
        /** No more than the store's clock shows now, since the answer came after it was made; too little after this machine slept. */
        long at(long nanos) {
            return serverMillis + TimeUnit.NANOSECONDS.toMillis(nanos - nanoTime);
        }
    }

    /**
     * Who asks.
     *
     * @return the request
     */
    public final WorkerRequest request() {
        return request;
    }

    /**
     * How far ticks may lie ahead of the store's clock.
     *
     * @return key {@code max-ahead}
     */
    public final Duration maxAhead() {
        return maxAhead;
    }

    /**
     * The greatest bound that may be written when the store tells that time.
     *
     * @param serverMillis the time
     * @return epoch ms
     */
    public final long latest(long serverMillis) {
        return RenewedLease.stampedByLost(request, serverMillis, maxAhead.plus(rounded));
    }

    /**
     * Above which stamp the first holder of a record begins, if one may have been lost by the time that the store told.
     *
     * @param serverMillis the time
     * @return epoch ms
     */
    public final long stampedByLost(long serverMillis) {
        return latest(serverMillis + rounded.toMillis());
    }

    /**
     * The first bound above a stamp: no further ahead than may be, but never below the stamp itself.
     *
     * @param stamped the stamp
     * @param serverMillis the time that the store tells
     * @return epoch ms
     */
    public final long firstBound(long stamped, long serverMillis) {
        return Math.max(stamped, Math.min(RenewedLease.firstBound(request, stamped), latest(serverMillis)));
    }

    /**
     * From which another may take an id that is granted or renewed when the store tells that time: no sooner than a reservation later, also where
     * the time is told in whole seconds.
     *
     * @param serverMillis the time
     * @return epoch ms by the store's clock
     */
    final long freeFrom(long serverMillis) {
        return serverMillis + rounded.toMillis() + request.reservation().toMillis();
    }

    /**
     * Whether this node's clock lies too far ahead of the store's.
     *
     * @param clock this node's clock
     * @param serverMillis the time that the store tells
     * @return true if no generator may start with it
     */
    protected final boolean isClockFar(long clock, long serverMillis) {
        return clock > serverMillis + maxAhead.plus(rounded).toMillis();
    }

    /**
     * Refuses to start with a clock that lies too far ahead of the store's.
     *
     * @param where the lease, for the message
     * @param clock this node's clock before the store was asked: an answer can take its time
     * @param serverMillis the time that the store tells
     * @throws BackendException if it does
     */
    public final void requireClock(String where, long clock, long serverMillis) {
        if (isClockFar(clock, serverMillis)) {
            throw refused(where, "this node's clock shows " + Instant.ofEpochMilli(clock), serverMillis);
        }
    }

    /**
     * Refuses to start above a stamp that no holder with this reservation and a sane clock can have left.
     *
     * @param where the lease, for the message
     * @param stamped the stamp
     * @param serverMillis the time that the store tells
     * @throws BackendException if it is one
     */
    public final void requireStart(String where, long stamped, long serverMillis) {
        long most = stampedByLost(serverMillis) - serverMillis;
        if (stamped - serverMillis > most) {
            throw new BackendException(where + " is reserved until " + Instant.ofEpochMilli(stamped) + ", "
                    + (stamped - serverMillis) + " ms ahead of " + store + "'s clock; at most " + most
                    + " ms are allowed (key max-ahead of the source, and the reservation of "
                    + request.reservation().toMillis()
                    + " ms). Its holder before had a longer reservation, or a clock that was ahead. Wait until "
                    + Instant.ofEpochMilli(stamped - most)
                    + ", or give all nodes of the namespace one reservation.");
        }
    }

    /**
     * Whether a bound may lie too far ahead, as far as this process can tell without asking the store.
     *
     * @param bound the bound
     * @param last what the store told last
     * @param nanoTime this process's monotonic clock now
     * @return whether to ask it
     */
    public final boolean mayBeFar(long bound, Moment last, long nanoTime) {
        return bound > latest(last.at(nanoTime));
    }

    /**
     * Refuses a bound that lies too far ahead of the store's clock.
     *
     * @param where the lease, for the message
     * @param bound the bound
     * @param serverMillis the time that the store tells
     * @throws BackendException if it does
     */
    public final void require(String where, long bound, long serverMillis) {
        if (bound > latest(serverMillis)) {
            throw refused(where, "a bound of " + Instant.ofEpochMilli(bound) + " is wanted", serverMillis);
        }
    }

    private BackendException refused(String where, String what, long serverMillis) {
        String more = rounded.isZero() ? "" : " or less than " + rounded.toSeconds() + " s more";
        return new BackendException(where + " is refused: " + what + ", too far ahead of " + store
                + "'s clock, which shows " + Instant.ofEpochMilli(serverMillis) + more + "; at most "
                + maxAhead.toMillis() + " ms ahead are allowed (key max-ahead of the source); " + cure);
    }
}
