package io.distid.internal.worker;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.IdException;
import io.distid.LeaseLostException;
import io.distid.StoreRegressedException;
import io.distid.internal.lease.LeaseToken;
import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A {@link WorkerFile} that no other process of this machine can hold at the same time: a lock on a file beside it says so, and a token
 * in it says whose it is.
 *
 * <p>Replaced whole, never written in place, so that after a crash of the process, the machine or the disk's cache there is the old
 * content or the new, not a mixture.
 *
 * <p>For one thread at a time.
 */
public final class HeldWorkerFile implements AutoCloseable {
    /*
     * Why two processes on one file never stamp one tick, even if the lock file is deleted while it is held
     * ====================================================================================================
     * While the lock file stays where it is, the second process is refused. Once it is deleted or replaced, others make and
     * lock another one, and X, who holds the old one, may meet Y, who holds the new one. The file itself is replaced by
     * a rename, and between a comparison and a rename there is time for another's. So each write takes these steps:
     *
     *     1  look: the lock file at the path is the one we have locked
     *     2  write the new content to a file of our own, `<name>.<token>.new`
     *     3  read and compare: the file has what we read or wrote last, token and bound included
     *     4  rename
     *     5  look again, as in 1
     *     6  delete the `.new` files of all others
     *     7  read back: the file has what we wrote; only then the bound is returned, and ticks up to it are stamped
     *
     * X's lock file is never at the path again after Y's was made there, and Y reads only after that.
     *
     * - Bounds that X has returned. X passed 5, so Y's lock file was not there yet, and Y's first read came later: Y saw that
     *   bound or a higher one, and starts above it.
     * - A write that X has under way. Its rename comes before Y's read: Y starts above it. Between Y's read and Y's 3: Y finds
     *   another content and is refused. Between Y's 3 and Y's rename: Y's replaces it; X fails at 5, has returned nothing above
     *   the bound that Y read, and is lost. Between Y's rename and Y's 6: Y fails at 7, before it stamped anything. After Y's
     *   6: there is nothing to be renamed, since X's own file was made in 2, before X's 3, which was before Y's rename (else X
     *   would have found Y's token), and so was there to be deleted. X is lost or fails; its next attempt is as below.
     * - A write that X begins later. It fails at 1; and at 3, where it finds Y's token.
     *
     * So what X stamped lies at or below what Y started above, X goes on no longer than until its next renewal, and what it
     * left under way cannot take Y's content away. The same holds of any number of processes, two after two.
     *
     * If it is a worker file, and is deleted, too, Y needs `file-create=true`, and begins at its clock + twice the reservation: no
     * bound that X has returned is above that, see FileWorkerIds.
     *
     * What remains: a file system without working locks or with another one's clock; a lock file that is moved away and back
     * again within one write; copies of the file, or an old one put back by hand, which the token distinguishes no better than
     * that the next renewal is refused. The file's other names are seen to in DiskFile.
     *
     * A copy of the process has the same lock file, so 1 and 5 do not tell the two apart. Which of them writes second finds the
     * other's token in 3. If both are between 3 and 4, both may rename; but who renames second had its `.new` file in place before
     * the first one's 4, so either that is gone after the first one's 6, or the first one's 7 finds the second one's content.
     */

    private final Path path;
    private final DurableFile.Held file;

    /** Whether the file was read, and whether it was written since. */
    private boolean known;

    private boolean begun;
    /** What the file has for certain, but for what {@link #tried} says. */
    private @Nullable WorkerFileText last;
    /** A write since, whose outcome is unknown. */
    private @Nullable WorkerFileText tried;

    private HeldWorkerFile(Path path, DurableFile.Held file) {
        this.path = path;
        this.file = file;
    }

    /**
     * Locks a file of this machine.
     *
     * @param path the file, which need not exist yet
     * @return held until it is closed
     * @throws ConfigException as {@link #lock(DurableFile)}
     * @throws BackendException as {@link #lock(DurableFile)}
     */
    public static HeldWorkerFile lock(Path path) {
        return lock(DurableFile.of(path));
    }

    /**
     * Locks a file, which need not exist yet.
     *
     * @param file the file
     * @return held until it is closed
     * @throws ConfigException if a running process holds it, this one included, or it is a directory, a mount point, a symbolic link to
     *     nothing, or has hard links
     * @throws BackendException if it cannot be locked
     */
    public static HeldWorkerFile lock(DurableFile file) {
        try {
            return new HeldWorkerFile(file.path(), file.lock());
        } catch (IOException e) {
            throw new BackendException(
                    "worker file " + file.path() + " cannot be locked: " + e
                            + "; does its directory exist, and is it writable?",
                    e);
        }
    }

    /**
     * Where the file is.
     *
     * @return as it was given
     */
    public Path path() {
        return path;
    }

    /**
     * What the file holds.
     *
     * @return null if there is none
     * @throws BackendException if it cannot be read, or is not whole
     */
    public @Nullable WorkerFile read() {
        WorkerFileText found = find();
        if (!begun) {
            last = found;
            known = true;
        }
        return found == null ? null : found.content();
    }

    private @Nullable WorkerFileText find() {
        try {
            byte[] found = file.read();
            return found == null ? null : WorkerFileText.parse(path, found);
        } catch (IOException e) {
            throw new BackendException("worker file " + path + " cannot be read: " + e, e);
        }
    }

    /**
     * Replaces what the file holds, durably, if it still is what was read or written last.
     *
     * @param content the new content
     * @throws LeaseLostException if another holds the file, or file or lock are gone
     * @throws StoreRegressedException if an older content was put back
     * @throws BackendException if it cannot be written, or if another was faster; whether the old content stands is then unknown
     */
    public void write(WorkerFile content) {
        if (!known) {
            read();
        }
        WorkerFileText next = new WorkerFileText(content, LeaseToken.draw());
        try {
            requireLock();
            try {
                file.stage(next.token(), next.bytes());
                requireUnchanged();
                tried = next;
                file.replace(next.token());
            } finally {
                file.discard(next.token());
            }
            requireLock();
            file.discard(null);
            if (!next.equals(find())) {
                throw lost("was written by another process at the same moment");
            }
        } catch (AtomicMoveNotSupportedException e) {
            throw new ConfigException(
                    "worker file " + path + ": its file system cannot rename atomically; put it on another", e);
        } catch (IOException e) {
            throw new BackendException(
                    "worker file " + path + " cannot be written: " + e
                            + "; is the disk full, or the directory not writable?",
                    e);
        }
        begun = true;
        last = next;
        tried = null;
    }

    /**
     * Moves the bound of what was written last, durably.
     *
     * @param reservedUntil epoch ms
     * @throws IdException as {@link #write}
     * @throws IllegalStateException if nothing was written
     */
    public void move(long reservedUntil) {
        WorkerFileText mine = last;
        if (!begun || mine == null) {
            throw new IllegalStateException("nothing was written yet to worker file " + path);
        }
        write(mine.content().withReservedUntil(reservedUntil));
    }

    /** Lets another process hold the file. A second call does nothing. */
    @Override
    public void close() {
        file.close();
    }

    private void requireLock() throws IOException {
        if (!file.isLocked()) {
            throw lost("is not locked any more: " + path.getFileName() + ".lock was deleted or replaced while in use");
        }
    }

    /** Also refuses a file that is ahead of what was written: whoever wrote it goes on from there. */
    private void requireUnchanged() {
        WorkerFileText found = find();
        WorkerFileText before = last;
        if (found != null && found.equals(tried)) {
            // It took place, then; what is tried next may fail before its rename, and this is what the file has then.
            last = found;
            return;
        }
        if (Objects.equals(found, before)) {
            return;
        }
        if (found == null) {
            throw lost("is gone: it was deleted while in use");
        }
        String what = "was changed while in use: it keeps " + found.content() + ", last written was "
                + (before == null ? "nothing" : before.content());
        if (begun
                && before != null
                && found.content().reservedUntil() < before.content().reservedUntil()) {
            throw new StoreRegressedException("worker file " + path + " " + what
                    + ". Was an old one put back? Wait until the clock has passed every id that was made with it, then"
                    + " open a new generator.");
        }
        throw lost(what);
    }

    private IdException lost(String what) {
        return begun
                ? new LeaseLostException("worker file " + path + " " + what
                        + ". Another process may hold it now: see that there is one, then open a new generator.")
                : new BackendException("worker file " + path + " " + what
                        + ". Another process opened it at the same moment: try again.");
    }
}
