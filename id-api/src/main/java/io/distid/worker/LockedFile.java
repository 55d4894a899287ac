package io.distid.worker;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.IdException;
import io.distid.StoreRegressedException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A file that no other process of this machine can hold at the same time: a lock on a file beside it says so, and a token
 * in it says whose it is.
 *
 * <p>Replaced whole, never written in place: a new file is written and synced, renamed over the old one, and the directory synced. So
 * after a crash of the process, the machine or the disk's cache there is the old content or the new, not a mixture.
 *
 * <p>For one thread at a time.
 */
final class LockedFile<C> implements AutoCloseable {
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
     * that the next renewal is refused. The file's other names are seen to in LockFile.
     *
     * A copy of the process has the same lock file, so 1 and 5 do not tell the two apart. Which of them writes second finds the
     * other's token in 3. If both are between 3 and 4, both may rename; but who renames second had its `.new` file in place before
     * the first one's 4, so either that is gone after the first one's 6, or the first one's 7 finds the second one's content.
     */

    private static final String STAGED = ".new";
    private static final Pattern TOKEN = Pattern.compile("[0-9a-f]{40}");

    private final FileKind<C> kind;
    private final Path path;
    private final Path file;
    private final LockFile lock;

    /** Whether the file was read, and whether it was written since. */
    private boolean known;

    private boolean begun;
    /** What the file has for certain, but for what {@link #tried} says. */
    private @Nullable FileEntry<C> last;
    /** A write since, whose outcome is unknown. */
    private @Nullable FileEntry<C> tried;

    private LockedFile(FileKind<C> kind, Path path, LockFile lock) {
        this.kind = kind;
        this.path = path;
        this.file = lock.file();
        this.lock = lock;
    }

    /**
     * Locks a file, which need not exist yet.
     *
     * @param kind what it is for
     * @param path the file; symbolic links are followed, so that all who name it lock the same
     * @return held until it is closed
     * @throws ConfigException if a running process holds it, this one included, or it is a directory, a symbolic link to nothing, or has
     *     hard links
     * @throws BackendException if it cannot be locked
     */
    static <C> LockedFile<C> lock(FileKind<C> kind, Path path) {
        return new LockedFile<>(kind, path, LockFile.take(kind.noun(), path));
    }

    /** Where the file is, as it was given. */
    Path path() {
        return path;
    }

    /**
     * What the file holds.
     *
     * @return null if there is none
     * @throws BackendException if it cannot be read, or is not whole
     */
    @Nullable
    C read() {
        FileEntry<C> found = FileEntry.read(kind, file);
        if (!begun) {
            last = found;
            known = true;
        }
        return found == null ? null : found.content();
    }

    /**
     * Replaces what the file holds, durably, if it still is what was read or written last.
     *
     * @param content the new content
     * @throws IdException of the kind, if another holds the file, or it was deleted
     * @throws StoreRegressedException if an older content was put back
     * @throws BackendException if it cannot be written, or if another was faster; whether the old content stands is then unknown
     */
    void write(C content) {
        if (!known) {
            read();
        }
        FileEntry<C> next = new FileEntry<>(kind, content, LeaseToken.draw());
        Path staged = staged(next.token());
        try {
            requireLock();
            try {
                next.write(staged);
                requireUnchanged();
                tried = next;
                Files.move(staged, file, StandardCopyOption.ATOMIC_MOVE);
            } finally {
                Files.deleteIfExists(staged);
            }
            syncDirectory(file.getParent());
            requireLock();
            discardOthers();
            if (!next.equals(FileEntry.read(kind, file))) {
                throw lost("was written by another process at the same moment");
            }
        } catch (AtomicMoveNotSupportedException e) {
            throw new ConfigException(
                    kind.noun() + " " + path + ": its file system cannot rename atomically; put it on another", e);
        } catch (IOException e) {
            throw new BackendException(
                    kind.noun() + " " + path + " cannot be written: " + e
                            + "; is the disk full, or the directory not writable?",
                    e);
        }
        begun = true;
        last = next;
        tried = null;
    }

    /**
     * What was written last.
     *
     * @throws IllegalStateException if nothing was
     */
    C written() {
        FileEntry<C> mine = last;
        if (!begun || mine == null) {
            throw new IllegalStateException("nothing was written yet to " + kind.noun() + " " + path);
        }
        return mine.content();
    }

    /** Lets another process hold the file. A second call does nothing. */
    @Override
    public void close() {
        lock.close();
    }

    private Path staged(String token) {
        return file.resolveSibling(file.getFileName() + "." + token + STAGED);
    }

    private void requireLock() throws IOException {
        if (!lock.isInPlace()) {
            throw lost("is not locked any more: " + lock.lockFile() + " was deleted or replaced while in use");
        }
    }

    /** Also refuses a file that is ahead of what was written: whoever wrote it goes on from there. */
    private void requireUnchanged() {
        FileEntry<C> found = FileEntry.read(kind, file);
        FileEntry<C> before = last;
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
                && kind.bound().applyAsLong(found.content()) < kind.bound().applyAsLong(before.content())) {
            throw new StoreRegressedException(
                    kind.noun() + " " + path + " " + what + ". Was an old one put back? " + kind.onceSetBack());
        }
        throw lost(what);
    }

    private IdException lost(String what) {
        return begun
                ? kind.lost().apply(path, what)
                : new BackendException(kind.noun() + " " + path + " " + what
                        + ". Another process opened it at the same moment: try again.");
    }

    /** What others have under way, or left behind when they crashed. */
    private void discardOthers() throws IOException {
        String start = file.getFileName() + ".";
        try (DirectoryStream<Path> siblings = Files.newDirectoryStream(file.getParent())) {
            for (Path sibling : siblings) {
                String name = sibling.getFileName().toString();
                if (name.startsWith(start)
                        && name.endsWith(STAGED)
                        && name.length() > start.length() + STAGED.length()
                        && TOKEN.matcher(name.substring(start.length(), name.length() - STAGED.length()))
                                .matches()) {
                    Files.deleteIfExists(sibling);
                }
            }
        } catch (DirectoryIteratorException e) {
            // An iterator throws it in place of what its cause is.
            throw e.getCause();
        }
    }

    /** Without this the rename itself may be lost with the power. Windows has no such call, and does not need it on NTFS. */
    private static void syncDirectory(Path directory) throws IOException {
        if (System.getProperty("os.name").startsWith("Windows")) {
            return;
        }
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }
}
