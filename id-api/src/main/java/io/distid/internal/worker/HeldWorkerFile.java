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
 * A {@link WorkerFile} that no other process of this machine can hold at the same time. A lock on a file beside it excludes them, and a token in it
 * names its writer.
 *
 * <p>It is replaced whole, never written in place. So after a crash of the process, the machine or the disk's cache it has the old content or the
 * new, not a mixture.
 *
 * <p>For one thread at a time.
 */
public final class HeldWorkerFile implements AutoCloseable {
    /*
     * Two processes on one file never stamp one tick, even if the lock file is deleted while it is held.
     *
     * While the lock file stays in its place, the second process is refused. Once it is deleted or replaced, others make and lock a new one. Then
     * process X holds the old lock file, and process Y the new one. The file itself is replaced by a rename, and another rename may come between a
     * comparison and a rename. So each write takes these steps:
     *
     *     (1) Look: the lock file at the path is the locked file.
     *     (2) Write the new content to a file of our own, <name>.<token>.new.
     *     (3) Read and compare: the file has what we read or wrote last, token and bound included.
     *     (4) Rename.
     *     (5) Look again, as in 1.
     *     (6) Delete the .new files of all others.
     *     (7) Read back: the file has what we wrote. Only then the bound is returned, and ticks up to it are stamped.
     *
     * X's lock file is never at the path again after Y's was made there. Y reads only after that.
     *
     * - Bounds that X has returned. X passed 5, so Y's lock file was not there yet, and Y's first read came later. Y saw that bound or a higher one,
     *   and starts above it.
     * - A write that X has under way. If X's rename comes before Y's read, Y starts above it. If it comes between Y's read and Y's 3, Y finds another
     *   content and is refused. If it comes between Y's 3 and Y's rename, Y's content replaces it. X then fails at 5, has returned nothing above the
     *   bound that Y read, and is lost. If it comes between Y's rename and Y's 6, Y fails at 7, before it stamped anything. After Y's 6, X's .new
     *   file is deleted and cannot be renamed. It existed by then: X made it in 2, before X's 3. X's 3 came before Y's rename, or X would have found
     *   Y's token. X is lost or fails; its next attempt is as below.
     * - A write that X begins later. It fails at 1, and would fail at 3, since it finds Y's token.
     *
     * So all that X stamped lies at or below the bound that Y starts above. X goes on at most until its next renewal, and its write under way cannot
     * replace Y's content. The same holds for each pair of any number of processes.
     *
     * If a worker file is deleted, too, Y needs `file-create=true`, and begins at its clock + twice the reservation. No bound that X has returned is
     * above that, see FileWorkerIds.
     *
     * What remains unprotected: a file system without working locks, or with the clock of another machine. A lock file that is moved away and back
     * within one write. Copies of the file, or an old file that somebody restored: the token only makes the next renewal fail. DiskFile handles other
     * names of the file.
     *
     * A copy of the process has the same lock file, so 1 and 5 do not distinguish the two. The second to write finds the first one's token in 3. If
     * both are between 3 and 4, both may rename. The second to rename made its .new file before the first one's 4. So either the first one's 6
     * deletes that file, or the first one's 7 finds the second one's content.
     */

    private final Path path;
    private final DurableFile.Held file;

    /** Whether the file was read. */
    private boolean known;
    /** Whether it was written since. */
    private boolean begun;
    /** The known content of the file, unless {@link #tried} was written. */
    private @Nullable WorkerFileText last;
    /** The content of a later write whose outcome is unknown. */
    private @Nullable WorkerFileText tried;

    private HeldWorkerFile(Path path, DurableFile.Held file) {
        this.path = path;
        this.file = file;
    }

    /** Locks a file of this machine. */
    public static HeldWorkerFile lock(Path path) {
        return lock(DurableFile.of(path));
    }

    /**
     * Locks a file, which need not exist yet.
     *
     * @throws ConfigException if a running process holds it, even this process. Also if it is a directory, a mount point or a symbolic link to
     *     nothing, or has hard links.
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

    /** The path. */
    public Path path() {
        return path;
    }

    /**
     * What the file holds.
     *
     * @return null if there is none
     * @throws BackendException if it cannot be read, or is incomplete
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
     * Replaces the content of the file, durably, if it is unchanged since the last read or write.
     *
     * @throws LeaseLostException if another process holds the file, or the file or its lock is gone
     * @throws StoreRegressedException if somebody restored an older content
     * @throws BackendException if it cannot be written, or another write came first; it is then unknown whether the old content stands
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

    /** Also refuses a file that is ahead of the last write: its writer goes on from there. */
    private void requireUnchanged() {
        WorkerFileText found = find();
        WorkerFileText before = last;
        if (found != null && found.equals(tried)) {
            // The write took place. If the next write fails before its rename, the file keeps this content.
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
                    + ". Was an old copy restored? Wait until the clock has passed every id that was made with it, then"
                    + " open a new generator.");
        }
        throw lost(what);
    }

    private IdException lost(String what) {
        return begun
                ? new LeaseLostException("worker file " + path + " " + what
                        + ". Another process may hold it now: find out which, then open a new generator.")
                : new BackendException("worker file " + path + " " + what
                        + ". Another process opened it at the same moment: try again.");
    }
}
