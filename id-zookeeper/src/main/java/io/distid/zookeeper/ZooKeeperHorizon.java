package io.distid.zookeeper;

import io.distid.worker.StoreHorizon;
import io.distid.worker.WorkerRequest;
import java.time.Duration;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.data.Stat;

/**
 * How far ahead of ZooKeeper's clock a holder may reserve. No bound is used that lay further ahead when it was written; so where a record was
 * lost, what its holder can have reserved is known by the time of the loss.
 */
final class ZooKeeperHorizon extends StoreHorizon {

    /** As {@link StoreHorizon}. */
    ZooKeeperHorizon(WorkerRequest request, Duration maxAhead) {
        super(request, maxAhead, Duration.ZERO, "ZooKeeper", "mend this node's clock");
    }

    /** Asks the server for its time. */
    interface TimeRequest {
        /** Epoch ms. */
        long millis() throws KeeperException;
    }

    /**
     * Above which stamp the first holder of a record begins. What a client reads as the version of the children is how many were made and
     * removed. A parent that lost no child never had another of that name, so what was lost was lost with the parent. Else it can have been lost
     * any time before the record was made. That is assumed, too, if the parent was read from a server that did not know the record yet.
     *
     * @param parent how the node above the records stood after the record was made
     * @param made how the record stands
     */
    long stampedByLost(Stat parent, Stat made) {
        boolean lostNone = parent.getCversion() == parent.getNumChildren();
        boolean known = parent.getPzxid() >= made.getCzxid();
        return latest(known && lostNone ? parent.getCtime() : made.getCtime());
    }

    /**
     * Refuses to start with a clock, or above a stamp, that lies too far ahead of the server's clock, which was asked a while ago: it is asked again
     * before anything is refused. Returns its time.
     */
    long requireStart(String where, long stamped, long asked, TimeRequest server) throws KeeperException {
        long clock = request().clock().millis();
        if (!isClockFar(clock, asked) && stamped <= latest(asked)) {
            return asked;
        }
        long now = server.millis();
        requireClock(where, clock, now);
        requireStart(where, stamped, now);
        return now;
    }

    /** Refuses to move a bound too far ahead. The server is asked before anything is refused. */
    void require(String where, long bound, Moment last, ZooKeeperTree tree, TimeRequest server) throws KeeperException {
        if (mayBeFar(bound, last, tree.nanoTime())) {
            require(where, bound, server.millis());
        }
    }

    /** Whether a bound lies too far ahead. The server is asked before a bound counts as too far. */
    boolean isFar(long bound, Moment last, ZooKeeperTree tree, TimeRequest server) throws KeeperException {
        return mayBeFar(bound, last, tree.nanoTime()) && bound > latest(server.millis());
    }
}
