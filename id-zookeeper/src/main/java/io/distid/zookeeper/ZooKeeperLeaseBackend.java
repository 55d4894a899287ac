package io.distid.zookeeper;

import io.distid.BackendException;
import io.distid.InterruptedIdException;
import io.distid.LeaseLostException;
import io.distid.StoreRegressedException;
import io.distid.thread.Uninterrupted;
import io.distid.worker.KnownBounds;
import io.distid.worker.LeaseBackend;
import io.distid.worker.LeaseRenewer;
import io.distid.worker.LeaseToken;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.data.Stat;

/**
 * One record, moved by a read that shows whether it is still this holder's, and a write that names the version which was read.
 *
 * <p>The read finds another token where the worker id was taken or this process was copied, a lower bound where the ensemble was restored,
 * and another transaction of creation where the node was removed and made again. What happens between the two can come to the same
 * version: then the write went to another's node, or to a restored one, which the transactions in its answer show. As the bound that was
 * overwritten is not known, the record is raised above all that another can have reserved.
 */
final class ZooKeeperLeaseBackend implements LeaseBackend {
    private final ZooKeeperTree tree;
    private final ZooKeeperNamespace namespace;
    private final ZooKeeperHorizon horizon;
    private final KnownBounds bounds;
    private final LeaseRenewer renewer;
    private final String node;
    private final long stampedBefore;
    private final LeaseRecord first;
    private final long madeBy;
    private final LeaseToken token;
    private volatile long confirmed;
    /** The last write: its transaction, and when it was by both clocks. */
    private volatile Written written;

    private volatile long another = Long.MIN_VALUE;

    private boolean over;

    private record Written(long transaction, ZooKeeperHorizon.Moment moment) {}

    ZooKeeperLeaseBackend(
            ZooKeeperTree tree,
            ZooKeeperNamespace namespace,
            ZooKeeperHorizon horizon,
            KnownBounds bounds,
            LeaseRenewer renewer,
            String node,
            long stampedBefore,
            LeaseRecord first,
            Stat stat) {
        this.tree = tree;
        this.namespace = namespace;
        this.horizon = horizon;
        this.bounds = bounds;
        this.renewer = renewer;
        this.node = node;
        this.stampedBefore = stampedBefore;
        this.first = first;
        this.madeBy = stat.getCzxid();
        this.token = new LeaseToken(first.token());
        this.confirmed = first.bound();
        this.written = written(stat);
    }

    private Written written(Stat stat) {
        return new Written(stat.getMzxid(), new ZooKeeperHorizon.Moment(stat.getMtime(), tree.nanoTime()));
    }

    @Override
    public void renew(long reservedUntil) {
        try {
            horizon.require(where(), reservedUntil, written.moment(), tree, namespace::serverMillis);
        } catch (KeeperException e) {
            throw gone(e);
        }
        String next = token.next();
        Stat stat = write(new LeaseRecord(reservedUntil, first.term(), next, first.holder()));
        token.confirmed(next);
        // The check before was by a clock that may have been too far on; a bound that is not returned is not used.
        horizon.require(where(), reservedUntil, stat.getMtime());
        confirmed(reservedUntil);
    }

    @Override
    public long stampedUntil() {
        return another;
    }

    @Override
    public LeaseRenewer renewer() {
        return renewer;
    }

    @Override
    public long maxAheadMillis() {
        return horizon.maxAhead().toMillis();
    }

    @Override
    public void release(long stampedUntil) {
        long stamped = Math.max(stampedUntil, stampedBefore);
        synchronized (this) {
            over = true;
            // Before the write: if its answer is lost, the record has the old bound or this one, and neither is a loss.
            bounds.put(node, stamped);
        }
        LeaseRecord free = new LeaseRecord(stamped, 0, LeaseRecord.NOBODY, first.holder());
        try {
            write(free);
        } catch (LeaseLostException e) {
            // Another's by now, and so nothing to give back.
        } catch (BackendException | InterruptedIdException e) {
            Uninterrupted.run(() -> raiseIfAnothers(free));
            throw e;
        }
    }

    /** After a release without an answer: nobody looks at the record again, but whoever takes it, and takes it for free. */
    private void raiseIfAnothers(LeaseRecord free) {
        try {
            ZooKeeperTree.Node read = tree.read(node);
            if (read != null
                    && Arrays.equals(read.data(), free.bytes())
                    && (read.stat().getCzxid() != madeBy || read.stat().getMzxid() <= written.transaction())) {
                raise(read.stat());
            }
        } catch (KeeperException | BackendException | InterruptedIdException e) {
            // The answer that is missing is the only one that tells; the first error is the caller's.
        }
    }

    private Stat write(LeaseRecord record) {
        try {
            Stat stat;
            try {
                stat = tree.write(node, record.bytes(), versionIfStillMine(record));
            } catch (KeeperException.BadVersionException e) {
                // A renewal and a release at a time, or another holder; the second read shows which.
                stat = tree.write(node, record.bytes(), versionIfStillMine(record));
            }
            if (stat.getCzxid() != madeBy) {
                raise(stat);
                throw regressed("a node that was made anew");
            }
            if (stat.getMzxid() <= written.transaction()) {
                raise(stat);
                throw regressed("transactions that are behind those which were seen");
            }
            noteAnother(stat);
            written = written(stat);
            return stat;
        } catch (KeeperException e) {
            throw gone(e);
        }
    }

    /** Where the lease was over, another may have been granted the id, in an epoch whose last transactions the ensemble has lost: it has reserved no more than this. */
    private void noteAnother(Stat now) {
        // Since the last write whose answer came: one that is missing may have been made meanwhile, when the lease was
        // over already.
        Written last = written;
        boolean wasOver = now.getMtime() - last.moment().serverMillis() > first.term()
                || tree.nanoTime() - last.moment().nanoTime() > TimeUnit.MILLISECONDS.toNanos(first.term());
        if (wasOver && ZooKeeperNamespace.epochOf(now.getMzxid()) != ZooKeeperNamespace.epochOf(last.transaction())) {
            another = Math.max(another, horizon.latest(now.getMtime()));
        }
    }

    /** Frees a worker id that was found to be another's by writing to it, above all that the other can have reserved. */
    void raise(Stat stat) {
        raise(stat, Long.MIN_VALUE);
    }

    /** The same of one that is below a bound which was confirmed. */
    private void raise(Stat stat, long known) {
        long bound = Math.max(known, horizon.latest(stat.getMtime()));
        LeaseRecord raised = new LeaseRecord(bound, 0, LeaseRecord.NOBODY, first.holder());
        int version = namespace.version(node, stat);
        try {
            tree.write(node, raised.bytes(), version);
        } catch (KeeperException e) {
            // It is gone, and whoever makes it anew begins above all that was reserved.
        }
    }

    private int versionIfStillMine(LeaseRecord next) throws KeeperException {
        boolean releases = next.token().equals(LeaseRecord.NOBODY);
        // Before the read: a renewal may be confirmed between a release's read and its check, and what was read is
        // older than that.
        long known = releases ? next.bound() : confirmed;
        long transaction = written.transaction();
        List<String> tokens = token.tokens();
        ZooKeeperTree.Node read = tree.read(node);
        if (read == null || read.stat().getMzxid() < transaction) {
            // A new session may be with a server that lags. Once it has answered to a write, it shows all that was
            // written before.
            namespace.serverMillis();
            read = tree.read(node);
        }
        if (read == null) {
            throw new KeeperException.NoNodeException(node);
        }
        LeaseRecord found = LeaseRecord.parse(node, read.data());
        if (read.stat().getCzxid() != madeBy) {
            if (token.owns(found.token())) {
                // A write whose answer was lost went to it.
                raise(read.stat());
            }
            throw regressed("a node that was made anew");
        }
        boolean mine = tokens.contains(found.token()) || token.owns(found.token());
        if (found.bound() < known && !(releases && mine)) {
            if (releases || !isOver()) {
                // Else a release has overtaken the renewal, and the record has the last stamp.
                raise(read.stat(), known);
            }
            throw regressed("a bound of " + Instant.ofEpochMilli(found.bound()));
        }
        if (!mine) {
            throw new LeaseLostException(
                    where() + " is held by "
                            + (found.token().equals(LeaseRecord.NOBODY) ? "nobody" : found.holder())
                            + " now: this node renewed it too late, or it is a copy of a process that goes on. Open a new generator.");
        }
        return namespace.version(node, read.stat());
    }

    /** Remembers a bound that the store has; not of a renewal that was overtaken by the release, which counts for nothing. */
    synchronized void confirmed(long bound) {
        confirmed = bound;
        if (!over) {
            bounds.put(node, bound);
        }
    }

    private synchronized boolean isOver() {
        return over;
    }

    private String where() {
        return "worker id at " + node + " on ZooKeeper at " + tree.where();
    }

    private RuntimeException gone(KeeperException e) {
        return e instanceof KeeperException.NoNodeException
                ? regressed("nothing")
                : new BackendException(where() + " is being changed by others: " + e.getMessage(), e);
    }

    private StoreRegressedException regressed(String found) {
        return new StoreRegressedException(where() + " holds " + found + ", but " + Instant.ofEpochMilli(confirmed)
                + " was confirmed before: was the ensemble restored, or the node removed? Others may hold this id, too: wait"
                + " until the reservations of all holders are over, then open a new generator.");
    }
}
