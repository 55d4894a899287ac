package io.distid.zookeeper;

import io.distid.BackendException;
import io.distid.IdsExhaustedException;
import io.distid.InterruptedIdException;
import io.distid.StoreRegressedException;
import io.distid.worker.KnownBounds;
import io.distid.worker.LeaseRenewer;
import io.distid.worker.LeaseToken;
import io.distid.worker.RenewedLease;
import io.distid.worker.WorkerLease;
import io.distid.worker.WorkerRequest;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;

/**
 * One look at all worker ids of a namespace, which ends with the lease of one, or with nothing where another was faster.
 *
 * <p>Ids that were never taken come first; of those that are free again, one that need not be waited for. Used once, by one thread.
 */
final class AcquirePass {
    private static final System.Logger LOG = System.getLogger(AcquirePass.class.getName());
    private static final int HOLDERS_SHOWN = 64;
    /** How many nodes are read at a time: a few, which often have a free one among them, then many. */
    private static final int FIRST_READ = 16;

    private static final int MOST_READ = 256;

    private final ZooKeeperTree tree;
    private final ZooKeeperNamespace namespace;
    private final WorkerRequest request;
    private final ZooKeeperHorizon limit;
    private final KnownBounds bounds;
    private final Unanswered unanswered;
    private final LeaseRenewer renewer;
    private final ZooKeeperNamespace.View view;
    private final List<String> held = new ArrayList<>();
    private long now;
    private boolean raced;
    /** Whether the namespace was seen to have been made anew since it was looked at, perhaps with another layout. */
    private boolean madeAnew;

    /** A worker id that can be taken as it was read, where its holders may have got to, and whether this process wrote it. */
    private record Found(String node, int id, LeaseRecord record, Stat stat, long stamped, boolean own) {}

    /**
     * One pass for one request.
     *
     * @param bounds that were confirmed to this process, by node
     * @param unanswered attempts of this process whose answers were lost
     * @param renewer of all leases of the source
     * @param view the namespace as it has just been read
     */
    AcquirePass(
            ZooKeeperTree tree,
            ZooKeeperNamespace namespace,
            WorkerRequest request,
            Duration maxAhead,
            KnownBounds bounds,
            Unanswered unanswered,
            LeaseRenewer renewer,
            ZooKeeperNamespace.View view) {
        this.tree = tree;
        this.namespace = namespace;
        this.request = request;
        this.limit = new ZooKeeperHorizon(request, maxAhead);
        this.bounds = bounds;
        this.unanswered = unanswered;
        this.renewer = renewer;
        this.view = view;
        this.now = view.serverMillis();
    }

    /**
     * A lease, or null if somebody was faster somewhere.
     *
     * @param asking this node's clock before the server was asked
     */
    @Nullable
    WorkerLease run(long asking) throws KeeperException {
        limit.requireClock(namespace.path(), asking, now);
        for (String node : unanswered.nodes()) {
            int id = namespace.idOf(node);
            Found found = isAllowed(id) ? find(id) : null;
            if (found != null && found.own) {
                return take(found);
            }
        }
        // They come again below; a node that an attempt did not make is not one that another took.
        held.clear();
        raced = false;
        NavigableSet<Integer> taken = view.ids();
        long clock = request.clock().millis();
        long unused = Math.max(view.floor(), limit.stampedByLost(view.stat(), now));
        if (request.preferredId().isPresent()) {
            int preferred = request.preferredId().getAsInt();
            Found found = taken.contains(preferred) ? find(preferred) : null;
            WorkerLease lease = !taken.contains(preferred)
                    ? make(preferred)
                    : found != null && found.stamped <= Math.max(clock, unused) ? take(found) : null;
            if (lease != null || madeAnew) {
                return lease;
            }
        }
        long count = request.lastId() - (long) request.firstId() + 1;
        long start = ThreadLocalRandom.current().nextLong(count);
        Found best = null;
        if (unused > clock && ZooKeeperHorizon.lostChild(view.stat())) {
            // An unused one may be one that was lost, and has to be waited for; one that was given back is better.
            best = best(taken, (int) (request.firstId() + start), clock);
        }
        if (best == null || best.stamped > unused) {
            for (long i = 0; i < count; i++) {
                int id = (int) (request.firstId() + (start + i) % count);
                WorkerLease lease = taken.contains(id) ? null : make(id);
                if (lease != null || madeAnew) {
                    return lease;
                }
            }
            held.clear();
            best = best(taken, (int) (request.firstId() + start), clock);
        }
        if (best != null) {
            return take(best);
        }
        if (raced) {
            return null;
        }
        throw new IdsExhaustedException("all worker ids from " + request.firstId() + " to " + request.lastId()
                + " of namespace \"" + request.namespace() + "\" (node " + namespace.path() + " on ZooKeeper at "
                + tree.where()
                + ") are held: " + String.join(", ", held.subList(0, Math.min(HOLDERS_SHOWN, held.size())))
                + (held.size() > HOLDERS_SHOWN ? " and others" : "") + "; stop a holder, or allow more ids");
    }

    /** Of the ids that have a node and are free, one that need not be waited for, or the one to be waited for least. */
    private @Nullable Found best(NavigableSet<Integer> taken, int start, long clock) throws KeeperException {
        List<Integer> inOrder = new ArrayList<>(taken.subSet(start, true, request.lastId(), true));
        if (start > request.firstId()) {
            inOrder.addAll(taken.subSet(request.firstId(), true, start, false));
        }
        Found best = null;
        int together = FIRST_READ;
        for (int from = 0; from < inOrder.size(); from += together) {
            together = Math.min(from == 0 ? FIRST_READ : MOST_READ, inOrder.size() - from);
            List<Integer> ids = inOrder.subList(from, from + together);
            List<ZooKeeperTree.@Nullable Node> nodes =
                    tree.readAll(ids.stream().map(namespace::node).toList());
            for (int i = 0; i < together; i++) {
                Found found = find(ids.get(i), nodes.get(i));
                if (found != null && (best == null || found.stamped < best.stamped)) {
                    best = found;
                }
                if (best != null && best.stamped <= clock) {
                    return best;
                }
            }
        }
        return best;
    }

    /** An id that has a node, if it can be taken. */
    private @Nullable Found find(int id) throws KeeperException {
        return find(id, tree.read(namespace.node(id)));
    }

    private @Nullable Found find(int id, ZooKeeperTree.@Nullable Node read) throws KeeperException {
        String node = namespace.node(id);
        if (read == null) {
            raced = true;
            return null;
        }
        // One that was there when the namespace was looked at was not made since, and so is of that one.
        if (read.stat().getCzxid() > view.stat().getPzxid() && !namespace.isStill(view, namespace.stat())) {
            raced = true;
            madeAnew = true;
            return null;
        }
        LeaseRecord record = LeaseRecord.parse(node, read.data());
        Unanswered.Attempt own = unanswered.find(record.token());
        if (own == null && !record.isFree(read.stat().getMtime(), now)) {
            held.add(id + " by " + record.holder());
            return null;
        }
        long stamped = Math.max(view.floor(), stamped(record, read.stat(), own));
        return new Found(node, id, record, read.stat(), stamped, own != null);
    }

    private long stamped(LeaseRecord record, Stat stat, Unanswered.@Nullable Attempt own) throws KeeperException {
        if (record.isNew()) {
            return limit.stampedByLost(namespace.stat(), stat);
        }
        return own == null ? record.bound() : own.stamped(stat, limit);
    }

    /**
     * The first lease of an id. Its node is made without a bound, so that whoever finds it so knows what is not known yet: only once the
     * node is there, the parent shows for certain whether there was another before.
     */
    private @Nullable WorkerLease make(int id) throws KeeperException {
        String node = namespace.node(id);
        LeaseRecord record =
                new LeaseRecord(LeaseRecord.NEW, request.reservation().toMillis(), LeaseToken.draw(), request.holder());
        try {
            ZooKeeperTree.Made made = tree.createBelow(namespace.path(), node, record.bytes());
            Stat stat = made.node();
            if (!namespace.isStill(view, made.parent())) {
                // Without a bound it is one to begin with for whoever finds it there.
                raced = true;
                madeAnew = true;
                return null;
            }
            long stamped = Math.max(view.floor(), limit.stampedByLost(made.parent(), stat));
            if (stamped > request.clock().millis()) {
                LOG.log(
                        Level.INFO,
                        "worker id " + id + " (node " + node + " on ZooKeeper at " + tree.where()
                                + ") is started, or was lost and is made anew: its first id can be had from "
                                + Instant.ofEpochMilli(stamped) + " on");
            }
            WorkerLease lease = take(new Found(node, id, record, stat, stamped, true));
            raced |= lease == null;
            return lease;
        } catch (KeeperException.NodeExistsException e) {
            raced = true;
            return null;
        } catch (BackendException | InterruptedIdException e) {
            unanswered.add(record.token(), new Unanswered.Attempt(node, 0, 0, LeaseRecord.NEW));
            throw e;
        }
    }

    private @Nullable WorkerLease take(Found found) throws KeeperException {
        String node = found.node;
        // It can have been made since the server was asked.
        now = limit.requireStart(node, found.stamped, Math.max(now, found.stat.getMtime()), namespace::serverMillis);
        LeaseRecord record = new LeaseRecord(
                limit.firstBound(found.stamped, now),
                request.reservation().toMillis(),
                LeaseToken.draw(),
                request.holder());
        int version = namespace.version(node, found.stat);
        ZooKeeperTree.Noted written;
        try {
            written = tree.write(node, record.bytes(), version, namespace.floorNode());
        } catch (KeeperException.BadVersionException | KeeperException.NoNodeException e) {
            return null;
        } catch (BackendException | InterruptedIdException e) {
            unanswered.add(
                    record.token(),
                    new Unanswered.Attempt(node, found.stat.getCzxid(), found.stat.getMzxid(), found.stamped));
            throw e;
        }
        unanswered.remove(node);
        Stat stat = written.node();
        ZooKeeperLeaseBackend hold =
                new ZooKeeperLeaseBackend(tree, namespace, limit, bounds, renewer, node, found.stamped, record, stat);
        boolean isAnothers = stat.getCzxid() != found.stat.getCzxid() || stat.getMzxid() <= found.stat.getMzxid();
        if (isAnothers || !view.isFloorStillCurrent(stat, written.note())) {
            // It was removed, or the ensemble restored, and another has it, or had: at the version that was read.
            hold.raise(stat);
            raced = true;
            return null;
        }
        requireKnown(found, hold);
        hold.confirmed(record.bound());
        return RenewedLease.start(request, found.id, found.stamped, record.bound(), hold);
    }

    private void requireKnown(Found found, ZooKeeperLeaseBackend hold) {
        long known = bounds.get(found.node);
        if (found.stamped < known) {
            // Leaves the record as it should be, so that this id at least is safe again.
            hold.release(known);
            throw new StoreRegressedException(
                    found.node + " on ZooKeeper at " + tree.where() + " held a bound of "
                            + Instant.ofEpochMilli(found.stamped) + ", but " + Instant.ofEpochMilli(known)
                            + " was confirmed before: was the ensemble restored?"
                            + " Stop all holders of the namespace, wait until their reservations are over, and start them again.");
        }
    }

    private boolean isAllowed(int id) {
        return id >= request.firstId() && id <= request.lastId();
    }
}
