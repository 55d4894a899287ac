package io.distid.etcd;

import io.distid.BackendException;
import io.distid.worker.RenewedLease;
import io.distid.worker.WorkerRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;

/**
 * How far ahead of the server's clock a holder may reserve: key {@code max-ahead}, its reservation, and a second, since etcd tells its time
 * by the header {@code Date} alone, which is rounded down to the second. So a bound is refused only where it is too far ahead for certain,
 * and lies less than that second above what is allowed.
 *
 * @param request whose reservation, and whose clock
 * @param maxAhead how far ticks may lie ahead of the server's clock
 */
record EtcdHorizon(WorkerRequest request, Duration maxAhead) {
    /** What the server's clock may show beyond what it tells. */
    static final Duration ROUNDED = Duration.ofSeconds(1);

    /** The server's clock as it was told, and this process's monotonic clock then. */
    record Moment(long serverMillis, long nanoTime) {
        /** No more than the server's clock shows now: counted since the answer came, which is after it was made. */
        private long now(Etcd etcd) {
            return serverMillis + TimeUnit.NANOSECONDS.toMillis(etcd.nanoTime() - nanoTime);
        }
    }

    /** The greatest bound that may be written when the server tells that time. */
    long latest(long serverMillis) {
        return RenewedLease.stampedByLost(request, serverMillis, maxAhead.plus(ROUNDED));
    }

    /** Above which stamp the first holder of a record begins, if one may have been lost by the time that the server told. */
    long stampedByLost(long serverMillis) {
        return latest(serverMillis + ROUNDED.toMillis());
    }

    /** How far above the server's clock the first id of a new namespace lies at most. */
    Duration firstStart() {
        return maxAhead.plus(request.reservation()).plus(ROUNDED.multipliedBy(2));
    }

    /** The first bound above a stamp: no further ahead than may be, but never below the stamp itself. */
    long firstBound(long stamped, long serverMillis) {
        return Math.max(stamped, Math.min(RenewedLease.firstBound(request, stamped), latest(serverMillis)));
    }

    /**
     * Refuses to start with a clock that lies too far ahead of the server's.
     *
     * @param clock this node's clock before the server was asked: an answer can take its time
     */
    void requireClock(String where, long clock, long serverMillis) {
        if (clock > serverMillis + maxAhead.plus(ROUNDED).toMillis()) {
            throw refused(where, "this node's clock shows " + Instant.ofEpochMilli(clock), serverMillis);
        }
    }

    /** Refuses to start above a stamp that no holder with a sane clock can have left. */
    void requireStart(String where, long stamped, long serverMillis) {
        if (stamped > stampedByLost(serverMillis)) {
            throw refused(
                    where,
                    "a predecessor, whose clock was wrong, may have stamped until " + Instant.ofEpochMilli(stamped),
                    serverMillis);
        }
    }

    /** Whether a bound may be too far ahead, as far as this process can tell without asking. */
    boolean mayBeFar(long bound, Moment last, Etcd etcd) {
        return bound > latest(last.now(etcd));
    }

    /** Refuses a bound that lies too far ahead of the server's clock. */
    void require(String where, long bound, long serverMillis) {
        if (bound > latest(serverMillis)) {
            throw refused(where, "a bound of " + Instant.ofEpochMilli(bound) + " is wanted", serverMillis);
        }
    }

    private BackendException refused(String where, String what, long serverMillis) {
        return new BackendException(where + " is refused: " + what + ", too far ahead of etcd's clock, which shows "
                + Instant.ofEpochMilli(serverMillis) + " or less than 1 s more; at most " + maxAhead.toMillis()
                + " ms ahead are allowed (key max-ahead of the source); mend the clock that is wrong");
    }
}
