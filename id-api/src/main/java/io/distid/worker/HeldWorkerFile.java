package io.distid.worker;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.LeaseLostException;
import io.distid.StoreRegressedException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * A {@link WorkerFile} that no other process of this machine can hold at the same time: a lock on a file beside it says so.
 *
 * <p>For one thread at a time.
 */
public final class HeldWorkerFile implements AutoCloseable {
    private final Path path;
    private final FileChannel lock;
    private @Nullable WorkerFile written;

    private HeldWorkerFile(Path path, FileChannel lock) {
        this.path = path;
        this.lock = lock;
    }

    /**
     * Locks a file, which need not exist yet.
     *
     * @param path the file
     * @return held until it is closed
     * @throws ConfigException if a running process holds it
     * @throws BackendException if it cannot be locked
     */
    public static HeldWorkerFile lock(Path path) {
        Path lockPath = path.resolveSibling(path.getFileName() + ".lock");
        FileChannel channel = null;
        try {
            channel = FileChannel.open(lockPath, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            FileLock lock = channel.tryLock();
            if (lock != null) {
                return new HeldWorkerFile(path, channel);
            }
        } catch (OverlappingFileLockException e) {
            // By this process: said below, like another's.
        } catch (IOException e) {
            unlock(channel);
            throw new BackendException(
                    "worker file " + path + " cannot be locked: " + e
                            + "; does its directory exist, and is it writable?",
                    e);
        }
        unlock(channel);
        throw new ConfigException("worker file " + path + " is in use by a running process, which holds the lock "
                + lockPath + ": one process at a time; close the other, or name another file");
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
        return WorkerFile.read(path);
    }

    /**
     * Replaces what the file holds, durably.
     *
     * @param file the new content
     * @throws BackendException if it cannot be written; the old content then stands
     */
    public void write(WorkerFile file) {
        file.write(path);
        written = file;
    }

    /**
     * Moves the bound of what was written last, durably.
     *
     * @param reservedUntil epoch ms
     * @throws LeaseLostException if the file is gone
     * @throws StoreRegressedException if it was changed by someone else
     * @throws BackendException if it cannot be read or written
     */
    public void move(long reservedUntil) {
        WorkerFile mine = written;
        if (mine == null) {
            throw new IllegalStateException("nothing was written yet to worker file " + path);
        }
        WorkerFile found = read();
        if (found == null) {
            throw new LeaseLostException("worker file " + path + " is gone: it was deleted while in use");
        }
        // After a write whose outcome is unknown, the file may be ahead of what was confirmed, never behind it.
        if (!found.withReservedUntil(0).equals(mine.withReservedUntil(0))
                || found.reservedUntil() < mine.reservedUntil()) {
            throw new StoreRegressedException("worker file " + path + " was changed while in use: it keeps " + found
                    + ", last written was " + mine);
        }
        write(mine.withReservedUntil(reservedUntil));
    }

    /** Lets another process hold the file. A second call does nothing. */
    @Override
    public void close() {
        unlock(lock);
    }

    private static void unlock(@Nullable FileChannel lock) {
        if (lock == null) {
            return;
        }
        try {
            lock.close();
        } catch (IOException e) {
            // Closing frees the lock whatever it reports; there is nothing to be done about the rest.
        }
    }
}
