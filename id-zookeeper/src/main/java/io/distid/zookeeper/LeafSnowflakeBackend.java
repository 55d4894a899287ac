package io.distid.zookeeper;

import io.distid.BackendException;
import io.distid.InterruptedIdException;
import io.distid.LeaseLostException;
import io.distid.StoreRegressedException;
import io.distid.thread.Uninterrupted;
import io.distid.worker.HeldWorkerFile;
import io.distid.worker.LeaseBackend;
import io.distid.worker.LeaseToken;
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
final class LeafSnowflakeBackend implements LeaseBackend {
    private static final System.Logger LOG = System.getLogger(LeafSnowflakeBackend.class.getName());

    private final LeafSnowflakeClaim claim;
    private final long stampedBefore;
    private final @Nullable HeldWorkerFile file;
    /** Keeps a renewal that is under way from overwriting the exact last stamp. */
    private final ReentrantLock turn = new ReentrantLock();

    private final LeaseToken token;
    private LeafSnowflakeNode node;
    /** Null until ZooKeeper answers for the first time, if that was down at the start. */
    private LeafSnowflakeFleet.@Nullable Written written;
    /** What the first attempt to take the number up read: if its answer was lost, it may have overwritten another's. */
    private LeafSnowflakeFleet.@Nullable Found attached;
    /** The bound that ZooKeeper has for certain, and the greatest that it may have. */
    private long confirmed;

    private long attempted;
    private boolean uploading = true;
    private boolean over;

    LeafSnowflakeBackend(
            LeafSnowflakeClaim claim,
            LeafSnowflakeNode node,
            String firstToken,
            long stampedBefore,
            long bound,
            @Nullable HeldWorkerFile file,
            LeafSnowflakeFleet.@Nullable Written written) {
        this.claim = claim;
        this.node = node;
        this.token = new LeaseToken(firstToken);
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
                upload(reservedUntil, false);
                return;
            }
            requireNear(reservedUntil);
            file.move(reservedUntil);
            tryUpload(reservedUntil, false);
        } finally {
            turn.unlock();
        }
    }

    @Override
    public long maxAheadMillis() {
        return claim.horizon().maxAhead().toMillis();
    }

    @Override
    public void release(long stampedUntil) {
        turn.lock();
        try {
            over = true;
            long stamped = Math.max(stampedUntil, stampedBefore);
            if (file == null) {
                upload(stamped, true);
            } else {
                // A file that is behind ZooKeeper would be taken for an old copy.
                long bound = tryUpload(stamped, true) ? stamped : Math.max(stamped, attempted);
                Uninterrupted.run(() -> file.move(bound));
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

    /** While ZooKeeper answers, the file keeps to its clock, too; while it does not, there is nobody to ask. */
    private void requireNear(long bound) {
        LeafSnowflakeFleet.Written last = written;
        boolean far = false;
        try {
            far = last != null && claim.isConnected() && claim.isFar(bound, last);
        } catch (BackendException e) {
            // The upload says so.
        } catch (KeeperException e) {
            throw gone(e);
        }
        if (far) {
            throw new BackendException(
                    where() + ": a bound of " + Instant.ofEpochMilli(bound)
                            + " is refused, since it lies too far ahead of ZooKeeper's clock (key max-ahead of the source); mend this node's clock");
        }
    }

    private boolean tryUpload(long bound, boolean last) {
        try {
            // Asked first, since an operation would wait for a connection, and the bound with it.
            if (!claim.isConnected()) {
                throw new BackendException("no connection to ZooKeeper");
            }
            upload(bound, last);
            if (!uploading) {
                LOG.log(Level.INFO, where() + " is uploaded again");
            }
            uploading = true;
            return true;
        } catch (BackendException | InterruptedIdException e) {
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

    private void upload(long bound, boolean release) {
        try {
            LeafSnowflakeFleet.Written last = written;
            if (last != null && !release) {
                claim.requireNear(bound, last);
            }
            String next = release ? LeafSnowflakeMark.NOBODY : token.next();
            LeafSnowflakeFleet.Written now;
            try {
                now = last == null ? attach(bound, next) : move(last, bound, next);
            } catch (BackendException | InterruptedIdException e) {
                if (release) {
                    Uninterrupted.run(() -> raiseIfAnothers(mark(bound, next)));
                }
                throw e;
            }
            written = now;
            if (!release) {
                token.confirmed(next);
                // The check before was by a clock that may have been too far on; a bound that is not returned is not
                // used.
                claim.requireNear(bound, now.moment().serverMillis());
            }
            confirmed = bound;
        } catch (KeeperException e) {
            throw gone(e);
        }
    }

    /** Takes the number up on ZooKeeper, after a start that had only the file. */
    private LeafSnowflakeFleet.Written attach(long bound, String next) throws KeeperException {
        LeafSnowflakeFleet.Found found = claim.findKeptAgain(node.number(), stampedBefore, token);
        if (!next.equals(LeafSnowflakeMark.NOBODY)) {
            claim.requireNear(bound);
        }
        if (attached == null) {
            attached = found;
        }
        attempted = Math.max(attempted, bound);
        LeafSnowflakeFleet.Written now = claim.take(found, mark(bound, next));
        node = claim.mine(node.number());
        if (!now.follows(found) || !now.follows(attached)) {
            throw overwrote(now);
        }
        return now;
    }

    private LeafSnowflakeFleet.Written move(LeafSnowflakeFleet.Written last, long bound, String next)
            throws KeeperException {
        attempted = Math.max(attempted, bound);
        LeafSnowflakeFleet.Written now;
        try {
            now = claim.write(node, last.version(), last.markVersion(), mark(bound, next));
        } catch (KeeperException.BadVersionException e) {
            LeafSnowflakeFleet.Found found = stillMine();
            now = claim.write(node, found.stat().getVersion(), found.markStat().getVersion(), mark(bound, next));
        }
        if (!now.follows(last)) {
            throw overwrote(now);
        }
        return now;
    }

    /** Refuses a mark that may have been another's, whose bound was just overwritten. */
    private StoreRegressedException overwrote(LeafSnowflakeFleet.Written now) throws KeeperException {
        claim.raise(node.number(), now);
        return regressed("a mark that was made anew, or transactions that are behind those which were seen");
    }

    /** After a release without an answer: nobody looks at the number again, but whoever takes it, and takes it for free. */
    private void raiseIfAnothers(LeafSnowflakeMark free) {
        LeafSnowflakeFleet.Written last = written;
        try {
            LeafSnowflakeFleet.Found found = claim.read(node);
            LeafSnowflakeMark mark = found == null ? null : found.mark();
            if (mark == null
                    || !mark.isReleased()
                    || mark.bound() != free.bound()
                    || !mark.holder().equals(free.holder())) {
                return;
            }
            LeafSnowflakeFleet.Written now = claim.written(found);
            if (last != null ? !now.follows(last) : attached != null && !now.follows(attached)) {
                claim.raise(node.number(), now);
            }
        } catch (KeeperException | BackendException | InterruptedIdException e) {
            // The answer that is missing is the only one that tells; the first error is the caller's.
        }
    }

    private LeafSnowflakeFleet.Found stillMine() throws KeeperException {
        LeafSnowflakeFleet.Found found = claim.read(node);
        LeafSnowflakeMark mark = found == null ? null : found.mark();
        if (mark == null) {
            throw new KeeperException.NoNodeException(node.name());
        }
        if (mark.bound() < confirmed && file == null && !over) {
            claim.raise(node.number(), claim.written(found), confirmed);
        }
        requireMine(mark);
        if (found.current() == null) {
            throw new LeaseLostException(where() + " was written to by a Leaf: does one still run at " + node.address()
                    + "? Stop it, or give this process another port, and open a new generator.");
        }
        return found;
    }

    private void requireMine(LeafSnowflakeMark mark) {
        if (mark.bound() < confirmed) {
            throw regressed("a bound of " + Instant.ofEpochMilli(mark.bound()));
        }
        // Also if it was released, be it by this holder: a successor may have taken and released it, at a bound above
        // this one's stamp.
        if (!token.owns(mark.token())) {
            throw new LeaseLostException(
                    where() + " is held by " + (mark.isReleased() ? "nobody" : mark.holder())
                            + " now: this node renewed it too late, or it is a copy of a process that goes on. Open a new generator.");
        }
    }

    /** What became of a number whose node is gone: another took it to its own address, or it was removed. */
    private RuntimeException gone(KeeperException e) {
        if (!(e instanceof KeeperException.NoNodeException)) {
            return new BackendException(where() + " is being changed by others: " + e.getMessage(), e);
        }
        try {
            LeafSnowflakeMark mark = claim.readMark(node.number());
            if (mark != null) {
                requireMine(mark);
            }
            return regressed("no such node");
        } catch (LeaseLostException | StoreRegressedException refusal) {
            return refusal;
        } catch (KeeperException unread) {
            return regressed("no such node");
        }
    }

    private LeafSnowflakeMark mark(long bound, String next) {
        return claim.mark(bound, file != null, next);
    }

    private String where() {
        return claim.where(node);
    }

    private StoreRegressedException regressed(String found) {
        String known = confirmed == Long.MIN_VALUE
                ? "this node has its number by its file"
                : Instant.ofEpochMilli(confirmed) + " was confirmed before";
        return new StoreRegressedException(where() + " holds " + found + ", but " + known
                + ": was the ensemble restored, or the node removed? Others may hold this id, too: wait"
                + " until the reservations of all holders are over, then open a new generator.");
    }
}
