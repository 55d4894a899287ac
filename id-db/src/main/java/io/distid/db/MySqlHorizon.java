package io.distid.db;

import io.distid.BackendException;
import io.distid.worker.RenewedLease;
import io.distid.worker.WorkerRequest;
import java.time.Duration;
import java.time.Instant;

/**
 * How far above the server's clock the bound of a registered node may lie. Whoever is given a number that was lost begins above the horizon, and so above all that
 * its former holder can have reserved.
 *
 * @param maxAhead how far a node's clock may be ahead of the server's
 * @param reservation how far ahead of its clock a node reserves
 */
record MySqlHorizon(Duration maxAhead, Duration reservation) {

    /** In ms above the server's clock. */
    long millis() {
        return maxAhead.plus(reservation).toMillis();
    }

    /** The first bound of a lease: as far ahead as was asked for, but not above the horizon, nor below the predecessor. */
    long firstBound(WorkerRequest request, long stampedUntil, long now) {
        return Math.max(stampedUntil, Math.min(RenewedLease.firstBound(request, stampedUntil), now + millis()));
    }

    /**
     * Refuses a node whose clock is so far ahead that those who come after it could begin below its ticks.
     *
     * @param where for the message
     * @param clock the node's, before the server was asked for its own: a slow answer does not count
     * @param now the server's clock
     */
    void requireClock(String where, long clock, long now) {
        if (clock - now > maxAhead.toMillis()) {
            throw new BackendException(where + ": this node's clock, which shows " + Instant.ofEpochMilli(clock)
                    + ", is " + (clock - now) + " ms ahead of the server's clock; at most " + maxAhead.toMillis()
                    + " ms are allowed (key max-ahead of the source). Mend the clock.");
        }
    }

    /**
     * Refuses a bound above the horizon.
     *
     * @param what whose it is, for the message
     */
    void requireBound(String what, long bound, long now) {
        if (bound - now > millis()) {
            throw new BackendException(
                    what + ": a reservation until " + Instant.ofEpochMilli(bound) + " would end "
                            + (bound - now) + " ms ahead of the server's clock; at most " + millis()
                            + " ms are allowed (key max-ahead of the source, and the reservation). Mend the clock of this node.");
        }
    }
}
