package io.distid.zookeeper;

import io.distid.BackendException;
import io.distid.LeaseLostException;
import io.distid.StoreRegressedException;
import io.distid.spi.LeaseHold;
import io.distid.worker.HeldWorkerFile;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.zookeeper.KeeperException;
import org.jspecify.annotations.Nullable;

/**
 * One number of a Leaf fleet, moved by transactions that name the versions which were written last.
 *
 * <p>Where a file keeps the number, the file is the bound and moved first; nobody without it may take the number, so an upload
 * that fails does not keep the bound from moving. Without a file, the upload is the bound.
 */
final class LeafHold implements LeaseHold {
    private static final System.Logger LOG = System.getLogger(LeafHold.class.getName());

    private final LeafClaim claim;
    private final String token;
    private final long stampedBefore;
    private final @Nullable HeldWorkerFile file;
    /** Keeps a renewal that is under way from overwriting the exact last stamp. */
    private final ReentrantLock turn = new ReentrantLock();

    private LeafNode node;
    /** Null until ZooKeeper answers for the first time, if that was down at the start. */
    private LeafFleet.@Nullable Written written;
    /** The bound that ZooKeeper has for certain, and the greatest that it may have. */
    private long confirmed;

    private long attempted;
    private boolean uploading = true;
    private boolean over;

    LeafHold(
            LeafClaim claim,
            LeafNode node,
            String token,
            long stampedBefore,
            long bound,
            @Nullable HeldWorkerFile file,
            LeafFleet.@Nullable Written written) {
        this.claim = claim;
        this.node = node;
        this.token = token;
        this.stampedBefore = stampedBefore;
        this.confirmed = written == null ? Long.MIN_VALUE : bound;
        this.attempted = confirmed;
        this.file = file;
        this.written = written;
    }

    @Override
    public void renew(long reservedUntil) {
        turn.lock();
        try {
            if (over) {
                throw new LeaseLostException(where() + " was released");
            }
            if (file == null) {
                upload(reservedUntil, token);
                return;
            }
            file.move(reservedUntil);
            tryUpload(reservedUntil, token);
        } finally {
            turn.unlock();
        }
    }

    @Override
    public void release(long stampedUntil) {
        turn.lock();
        try {
            over = true;
            long stamped = Math.max(stampedUntil, stampedBefore);
            if (file == null) {
                upload(stamped, Slot.NOBODY);
            } else {
                // A file that is behind ZooKeeper would be taken for an old copy.
                file.move(tryUpload(stamped, Slot.NOBODY) ? stamped : Math.max(stamped, attempted));
            }
        } catch (LeaseLostException e) {
            // Another's by now, and so nothing to give back.
        } finally {
            abandon();
            turn.unlock();
        }
    }

    @Override
    public void abandon() {
        if (file != null) {
            file.close();
        }
    }

    private boolean tryUpload(long bound, String holding) {
        try {
            // Asked first, since an operation would wait for a connection, and the bound with it.
            if (!claim.isConnected()) {
                throw new BackendException("no connection to ZooKeeper");
            }
            upload(bound, holding);
            if (!uploading) {
                LOG.log(Level.INFO, where() + " is uploaded again");
            }
            uploading = true;
            return true;
        } catch (BackendException e) {
            if (uploading) {
                LOG.log(
                        Level.WARNING,
                        where() + " is kept by file " + file.path() + " alone until ZooKeeper answers: "
                                + e.getMessage());
            }
            uploading = false;
            return false;
        }
    }

    private void upload(long bound, String holding) {
        try {
            LeafFleet.Written last = written;
            if (last == null) {
                attach(bound, holding);
                return;
            }
            if (!holding.equals(Slot.NOBODY)) {
                claim.requireNear(bound, last);
            }
            attempted = Math.max(attempted, bound);
            try {
                moved(last, claim.write(node, last.version(), last.markVersion(), mark(bound, holding)), bound);
            } catch (KeeperException.BadVersionException e) {
                LeafFleet.Found found = stillMine();
                int version = found.stat().getVersion();
                moved(last, claim.write(node, version, found.markStat().getVersion(), mark(bound, holding)), bound);
            }
        } catch (KeeperException.NoNodeException e) {
            throw regressed("no such node");
        } catch (KeeperException e) {
            throw new BackendException(where() + " is being changed by others: " + e.getMessage(), e);
        }
    }

    /** Takes the number up on ZooKeeper, after a start that had only the file. */
    private void attach(long bound, String holding) throws KeeperException {
        LeafFleet.Found found = claim.findKept(node.number(), Math.max(stampedBefore, attempted));
        if (!holding.equals(Slot.NOBODY)) {
            claim.requireNear(bound);
        }
        attempted = Math.max(attempted, bound);
        written = claim.take(found, mark(bound, holding));
        node = claim.mine(node.number());
        confirmed = bound;
    }

    private void moved(LeafFleet.Written before, LeafFleet.Written now, long bound) {
        if (now.transaction() <= before.transaction()) {
            throw regressed("transactions that are behind those which were seen");
        }
        written = now;
        confirmed = bound;
    }

    private LeafFleet.Found stillMine() throws KeeperException {
        LeafFleet.Found found = claim.read(node);
        LeafMark mark = found == null ? null : found.mark();
        if (mark == null) {
            throw regressed("no such node");
        }
        if (mark.bound() < confirmed) {
            throw regressed("a bound of " + Instant.ofEpochMilli(mark.bound()));
        }
        if (!mark.token().equals(token)) {
            throw new LeaseLostException(where() + " is held by " + (mark.isReleased() ? "nobody" : mark.holder())
                    + " now: this node renewed it too late. Open a new generator.");
        }
        if (found.current() == null) {
            throw new LeaseLostException(where() + " was written to by a Leaf: does one still run at " + node.address()
                    + "? Stop it, or give this process another port, and open a new generator.");
        }
        return found;
    }

    private LeafMark mark(long bound, String holding) {
        return claim.mark(bound, file != null, holding);
    }

    private String where() {
        return claim.where(node);
    }

    private StoreRegressedException regressed(String found) {
        return new StoreRegressedException(where() + " holds " + found + ", but " + Instant.ofEpochMilli(confirmed)
                + " was confirmed before: was the ensemble restored, or the node removed? Others may hold this id, too: wait"
                + " until the reservations of all holders are over, then open a new generator.");
    }
}
