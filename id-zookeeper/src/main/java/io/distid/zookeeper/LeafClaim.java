package io.distid.zookeeper;

import io.distid.BackendException;
import io.distid.ClockBehindException;
import io.distid.LeaseLostException;
import io.distid.StoreRegressedException;
import io.distid.spi.WorkerRequest;
import java.time.Duration;
import java.time.Instant;
import org.apache.zookeeper.KeeperException;
import org.jspecify.annotations.Nullable;

/** One process's claim to a number of a fleet: who it is, what it asked for, and what it may take. */
final class LeafClaim {
    /** Leaf uploads every 3 s; so long after an upload its process may have used any tick. */
    static final Duration LEAF_SILENCE = Duration.ofSeconds(4);

    private final ZooKeeperLink link;
    private final LeafFleet fleet;
    private final WorkerRequest request;
    private final String address;
    private final Duration maxAhead;

    LeafClaim(ZooKeeperLink link, LeafFleet fleet, WorkerRequest request, String address, Duration maxAhead) {
        this.link = link;
        this.fleet = fleet;
        this.request = request;
        this.address = address;
        this.maxAhead = maxAhead;
    }

    WorkerRequest request() {
        return request;
    }

    String address() {
        return address;
    }

    boolean isConnected() {
        return link.isConnected();
    }

    LeafNode mine(int number) {
        return new LeafNode(address, number);
    }

    String where(LeafNode node) {
        return fleet.where(node);
    }

    LeafMark mark(long bound, boolean kept, String token) {
        return new LeafMark(
                request.clock().millis(),
                Math.max(bound, 0),
                request.reservation().toMillis(),
                kept,
                token,
                request.holder());
    }

    LeafFleet.Written write(LeafNode node, int version, int markVersion, LeafMark mark) throws KeeperException {
        return fleet.write(node, version, markVersion, mark);
    }

    LeafFleet.Written take(LeafFleet.Found found, LeafMark mark) throws KeeperException {
        return fleet.take(found, address, mark);
    }

    LeafFleet.@Nullable Found read(LeafNode node) throws KeeperException {
        return fleet.read(node);
    }

    /**
     * The number that this node's file keeps, whatever its address was.
     *
     * @throws StoreRegressedException if it is not there any more, or the file is an old copy
     * @throws LeaseLostException if it does not belong to a file
     */
    LeafFleet.Found findKept(int number, long fileBound) throws KeeperException {
        fleet.open(request.fingerprint(), false);
        for (LeafNode node : fleet.members().nodes()) {
            LeafFleet.Found found = node.number() == number ? fleet.read(node) : null;
            if (found == null) {
                continue;
            }
            LeafMark mark = found.current();
            if (mark == null || !mark.kept()) {
                throw new LeaseLostException(
                        fleet.where(node) + " was last written to "
                                + (mark == null ? "by a Leaf" : "by " + mark.holder() + ", without a file")
                                + ": it is not this node's any more. Be sure of that, remove its worker file, and start again.");
            }
            if (mark.bound() > fileBound) {
                throw new StoreRegressedException(fleet.where(node) + " has a bound of "
                        + Instant.ofEpochMilli(mark.bound()) + ", but the worker file only one of "
                        + Instant.ofEpochMilli(fileBound) + ": was an old copy of the file put back? "
                        + forget(number));
            }
            return found;
        }
        throw new StoreRegressedException("worker id " + number + ", which this node's worker file keeps, is not among "
                + fleet.where()
                + ": was the ensemble restored, or the node removed? Remove the worker file once the clock"
                + " has passed all ids that were made with it, and start again.");
    }

    /** What an operator does where a number's file is gone for good. */
    String forget(int number) {
        return "If its disk is lost, stop whoever uses this id, wait until the reservations are over, and delete node "
                + fleet.markPath(number) + ".";
    }

    /** Refuses to start with a clock that is behind the last upload. */
    void requireClock(LeafNode node, long uploaded) {
        Instant now = request.clock().instant();
        if (now.toEpochMilli() < uploaded) {
            Instant last = Instant.ofEpochMilli(uploaded);
            throw new ClockBehindException(
                    fleet.where(node) + " was last uploaded at " + last + ", but this node's clock shows " + now + ", "
                            + (uploaded - now.toEpochMilli())
                            + " ms before that. Was the clock set back? Mend it, or wait until it is there, and start again.",
                    last,
                    now);
        }
    }

    /** Refuses a bound that lies so far ahead of the server's clock that this node's must be wrong. */
    void requireNear(long bound, LeafFleet.Written last) throws KeeperException {
        // What this process counted since the last write can be too little, after its machine slept; so the server is
        // asked before anything is refused.
        if (isFar(bound, last.serverNow())) {
            requireNear(bound);
        }
    }

    /** Refuses a bound that lies too far ahead of the server's clock, which is asked for its time. */
    void requireNear(long bound) throws KeeperException {
        requireNear(bound, fleet.serverTime(request.fingerprint()));
    }

    /** Refuses a bound that lies too far ahead of the server's clock. */
    void requireNear(long bound, long serverNow) {
        if (isFar(bound, serverNow)) {
            throw new BackendException("worker ids of " + fleet.where() + " are refused: this node's clock, or the"
                    + " predecessor's bound, is at "
                    + Instant.ofEpochMilli(bound - request.reservation().toMillis())
                    + ", ahead of ZooKeeper's, which shows " + Instant.ofEpochMilli(serverNow) + ", and at most "
                    + maxAhead.toMillis() + " ms ahead are allowed (key max-ahead); mend the clock");
        }
    }

    private boolean isFar(long bound, long serverNow) {
        return bound - request.reservation().toMillis() - serverNow > maxAhead.toMillis();
    }
}
