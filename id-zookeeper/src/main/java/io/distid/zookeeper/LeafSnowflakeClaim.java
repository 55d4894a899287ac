package io.distid.zookeeper;

import io.distid.ClockBehindException;
import io.distid.ConfigException;
import io.distid.LeaseLostException;
import io.distid.StoreRegressedException;
import io.distid.worker.LeaseToken;
import io.distid.worker.WorkerRequest;
import java.time.Duration;
import java.time.Instant;
import org.apache.zookeeper.KeeperException;
import org.jspecify.annotations.Nullable;

/** One process's claim to a number of a fleet: who it is, what it asked for, and what it may take. */
final class LeafSnowflakeClaim {
    /** Leaf uploads every 3 s; so long after an upload its process may have used any tick. */
    static final Duration LEAF_SILENCE = Duration.ofSeconds(4);

    private final ZooKeeperTree tree;
    private final LeafSnowflakeFleet fleet;
    private final WorkerRequest request;
    private final String address;
    private final ZooKeeperHorizon horizon;

    LeafSnowflakeClaim(
            ZooKeeperTree tree, LeafSnowflakeFleet fleet, WorkerRequest request, String address, Duration maxAhead) {
        this.tree = tree;
        this.fleet = fleet;
        this.request = request;
        this.address = address;
        this.horizon = new ZooKeeperHorizon(request, maxAhead);
    }

    WorkerRequest request() {
        return request;
    }

    String address() {
        return address;
    }

    ZooKeeperHorizon horizon() {
        return horizon;
    }

    boolean isConnected() {
        return tree.isConnected();
    }

    LeafSnowflakeNode mine(int number) {
        return new LeafSnowflakeNode(address, number);
    }

    String where(LeafSnowflakeNode node) {
        return fleet.where(node);
    }

    LeafSnowflakeMark mark(long bound, boolean kept, String token) {
        return new LeafSnowflakeMark(
                request.clock().millis(),
                Math.max(bound, 0),
                request.reservation().toMillis(),
                kept,
                token,
                request.holder());
    }

    LeafSnowflakeFleet.Written write(LeafSnowflakeNode node, int version, int markVersion, LeafSnowflakeMark mark)
            throws KeeperException {
        return fleet.write(node, version, markVersion, mark);
    }

    LeafSnowflakeFleet.Written take(LeafSnowflakeFleet.Found found, LeafSnowflakeMark mark) throws KeeperException {
        return fleet.take(found, address, mark);
    }

    LeafSnowflakeFleet.@Nullable Found read(LeafSnowflakeNode node) throws KeeperException {
        return fleet.read(node);
    }

    /** The mark of a number, whatever became of Leaf's node; null if there is none. */
    @Nullable
    LeafSnowflakeMark readMark(int number) throws KeeperException {
        return fleet.mark(number);
    }

    /** What was found, as if this had written it. */
    LeafSnowflakeFleet.Written written(LeafSnowflakeFleet.Found found) {
        return fleet.written(found);
    }

    /** Frees a number that was found to be another's by writing to it, so that its next holder begins above both. */
    void raise(int number, LeafSnowflakeFleet.Written written) throws KeeperException {
        raise(number, written, Long.MIN_VALUE);
    }

    /** The same for a number whose bound lies below one that was confirmed. */
    void raise(int number, LeafSnowflakeFleet.Written written, long confirmed) throws KeeperException {
        long latest = Math.max(confirmed, horizon.latest(written.moment().serverMillis()));
        fleet.raise(mine(number), written, mark(latest, false, LeafSnowflakeMark.NOBODY));
    }

    /** As {@link #findKept}, for a lease that began with the file alone: it ends where the fleet was lost and made anew meanwhile. */
    LeafSnowflakeFleet.Found findKeptAgain(int number, long fileBound, LeaseToken token) throws KeeperException {
        if (!fleet.exists()) {
            throw missing(number);
        }
        try {
            fleet.open(request.fingerprint(), false);
        } catch (ConfigException e) {
            throw new StoreRegressedException(e.getMessage());
        }
        return findKept(number, fileBound, token);
    }

    /**
     * The number that this node's file keeps, whatever its address was.
     *
     * @param token by which this process knows what it wrote itself, without an answer
     * @throws StoreRegressedException if it is not there any more, or the file is an old copy
     * @throws LeaseLostException if it does not belong to a file
     */
    LeafSnowflakeFleet.Found findKept(int number, long fileBound, @Nullable LeaseToken token) throws KeeperException {
        for (LeafSnowflakeNode node : fleet.members().nodes()) {
            LeafSnowflakeFleet.Found found = node.number() == number ? fleet.read(node) : null;
            if (found == null) {
                continue;
            }
            LeafSnowflakeMark mark = found.current();
            if (mark == null || !mark.kept()) {
                throw new LeaseLostException(
                        fleet.where(node) + " was last written to "
                                + (mark == null ? "by a Leaf" : "by " + mark.holder() + ", without a file")
                                + ": it is not this node's any more. Be sure of that, remove its worker file, and start again.");
            }
            if (mark.bound() > fileBound && (token == null || !token.owns(mark.token()))) {
                throw new StoreRegressedException(fleet.where(node) + " has a bound of "
                        + Instant.ofEpochMilli(mark.bound()) + ", but the worker file only one of "
                        + Instant.ofEpochMilli(fileBound) + ": was an old copy of the file put back? "
                        + forget(number));
            }
            return found;
        }
        throw missing(number);
    }

    private StoreRegressedException missing(int number) {
        return new StoreRegressedException(
                "worker id " + number + ", which this node's worker file keeps, is not among "
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
    void requireClock(LeafSnowflakeNode node, long uploaded) {
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

    /** Whether a bound lies too far ahead of the server's clock, which is asked if it looks so. */
    boolean isFar(long bound, LeafSnowflakeFleet.Written last) throws KeeperException {
        return horizon.isFar(bound, last.moment(), tree, this::serverMillis);
    }

    /** Refuses a bound that lies too far ahead of the server's clock, which is asked if it looks so. */
    void requireNear(long bound, LeafSnowflakeFleet.Written last) throws KeeperException {
        horizon.require(fleet.where(), bound, last.moment(), tree, this::serverMillis);
    }

    /** Refuses a bound that lies too far ahead of the server's clock, which is asked for its time. */
    void requireNear(long bound) throws KeeperException {
        horizon.require(fleet.where(), bound, serverMillis());
    }

    /** The server's clock, for one write. */
    long serverMillis() throws KeeperException {
        return fleet.serverMillis();
    }

    /** Refuses a write that turned out to be too far ahead, by the server's own time of it. */
    void requireNear(long bound, long serverMillis) {
        horizon.require(fleet.where(), bound, serverMillis);
    }
}
