package io.distid.zookeeper;

import io.distid.BackendException;
import io.distid.worker.RenewedLease;
import io.distid.worker.WorkerRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.data.Stat;

/**
 * How far ahead of the server's clock a holder may reserve: key {@code max-ahead}, and its reservation. No bound is used that lay
 * further ahead when it was written; so where a record was lost, what its holder can have reserved is known by the time of the loss.
 *
 * @param request whose reservation, and whose clock
 * @param maxAhead how far ticks may lie ahead of the server's clock
 */
record ZooKeeperHorizon(WorkerRequest request, Duration maxAhead) {

    /** The server's clock as a write returned it, and this process's monotonic clock then. */
    record Moment(long serverMillis, long nanoTime) {
        /** What the server's clock shows now, by what this process counted since: too little after its machine slept. */
        private long now(ZooKeeperTree tree) {
            return serverMillis + TimeUnit.NANOSECONDS.toMillis(tree.nanoTime() - nanoTime);
        }
    }

    /** Asks the server for its time. */
    interface ServerClock {
        /** Epoch ms. */
        long millis() throws KeeperException;
    }

    /** The greatest bound that may be written when the server's clock shows that. */
    long latest(long serverMillis) {
        return RenewedLease.stampedByLost(request, serverMillis, maxAhead);
    }

    /**
     * Above which stamp the first holder of a record begins. A parent that lost no child never had another of that name, so what was lost
     * was lost with the parent; else it can have been lost any time before the record was made. So it is taken to have been where the parent was
     * read from a server that did not know the record yet.
     *
     * @param parent how the node above the records stood after the record was made
     * @param made how the record stands
     */
    long stampedByLost(Stat parent, Stat made) {
        boolean known = parent.getPzxid() >= made.getCzxid();
        return known ? stampedByLost(parent, made.getCtime()) : latest(made.getCtime());
    }

    /**
     * The same of a record that is not made yet.
     *
     * @param madeMillis when it is made, by the server's clock
     */
    long stampedByLost(Stat parent, long madeMillis) {
        return latest(lostChild(parent) ? madeMillis : parent.getCtime());
    }

    /** Whether a node ever lost a child: what a client reads as the version of the children is how many were made and removed. */
    static boolean lostChild(Stat parent) {
        return parent.getCversion() != parent.getNumChildren();
    }

    /** The first bound above a stamp: no further ahead than may be, but never below the stamp itself. */
    long firstBound(long stamped, long serverMillis) {
        return Math.max(stamped, Math.min(RenewedLease.firstBound(request, stamped), latest(serverMillis)));
    }

    /**
     * Refuses to start with a clock, or above a stamp, that lies too far ahead of the server's clock.
     *
     * @param clock this node's clock before the server was asked: an answer can take its time
     */
    void requireStart(String where, long clock, long stamped, long serverMillis) {
        if (isFar(clock, serverMillis)) {
            throw refused(where, "this node's clock shows " + Instant.ofEpochMilli(clock), serverMillis);
        }
        if (stamped > latest(serverMillis)) {
            throw refused(
                    where,
                    "a predecessor, whose clock was wrong, may have stamped until " + Instant.ofEpochMilli(stamped),
                    serverMillis);
        }
    }

    /** The same, where the server was asked a while ago: it is asked again before anything is refused. Returns its time. */
    long requireStart(String where, long stamped, long asked, ServerClock server) throws KeeperException {
        long clock = request.clock().millis();
        if (!isFar(clock, asked) && stamped <= latest(asked)) {
            return asked;
        }
        long now = server.millis();
        requireStart(where, clock, stamped, now);
        return now;
    }

    private boolean isFar(long clock, long serverMillis) {
        return clock > serverMillis + maxAhead.toMillis();
    }

    /** Refuses to move a bound too far ahead. The server is asked before anything is refused. */
    void require(String where, long bound, Moment last, ZooKeeperTree tree, ServerClock server) throws KeeperException {
        if (bound > latest(last.now(tree))) {
            require(where, bound, server.millis());
        }
    }

    /** Whether a bound lies too far ahead. The server is asked before a bound counts as too far. */
    boolean isFar(long bound, Moment last, ZooKeeperTree tree, ServerClock server) throws KeeperException {
        return bound > latest(last.now(tree)) && bound > latest(server.millis());
    }

    /** Refuses a bound that lies too far ahead of the server's clock. */
    void require(String where, long bound, long serverMillis) {
        if (bound > latest(serverMillis)) {
            throw refused(where, "a bound of " + Instant.ofEpochMilli(bound) + " is wanted", serverMillis);
        }
    }

    private BackendException refused(String where, String what, long serverMillis) {
        return new BackendException(
                where + " is refused: " + what + ", too far ahead of ZooKeeper's clock, which shows "
                        + Instant.ofEpochMilli(serverMillis) + "; at most " + maxAhead.toMillis()
                        + " ms ahead are allowed (key max-ahead of the source); mend this node's clock");
    }
}
