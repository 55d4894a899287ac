package io.distid.worker;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.LeaseLostException;
import io.distid.StoreRegressedException;
import java.nio.file.Path;
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
    private final LockedFile<WorkerFile> file;

    private HeldWorkerFile(LockedFile<WorkerFile> file) {
        this.file = file;
    }

    /**
     * Locks a file, which need not exist yet.
     *
     * @param path the file; symbolic links are followed, so that all who name it lock the same
     * @return held until it is closed
     * @throws ConfigException if a running process holds it, this one included, or it is a directory, a symbolic link to nothing, or has
     *     hard links
     * @throws BackendException if it cannot be locked
     */
    public static HeldWorkerFile lock(Path path) {
        return new HeldWorkerFile(LockedFile.lock(FileKind.WORKER, path));
    }

    /**
     * Where the file is.
     *
     * @return as it was given
     */
    public Path path() {
        return file.path();
    }

    /**
     * What the file holds.
     *
     * @return null if there is none
     * @throws BackendException if it cannot be read, or is not whole
     */
    public @Nullable WorkerFile read() {
        return file.read();
    }

    /**
     * Replaces what the file holds, durably, if it still is what was read or written last.
     *
     * @param content the new content
     * @throws LeaseLostException if another holds the file, or it was deleted
     * @throws StoreRegressedException if an older content was put back
     * @throws BackendException if it cannot be written, or if another was faster; whether the old content stands is then unknown
     */
    public void write(WorkerFile content) {
        file.write(content);
    }

    /**
     * Moves the bound of what was written last, durably.
     *
     * @param reservedUntil epoch ms
     * @throws LeaseLostException if another holds the file, or file or lock are gone
     * @throws StoreRegressedException if an older content was put back
     * @throws BackendException if it cannot be read or written; whether the bound moved is then unknown
     */
    public void move(long reservedUntil) {
        file.write(file.written().withReservedUntil(reservedUntil));
    }

    /** Lets another process hold the file. A second call does nothing. */
    @Override
    public void close() {
        file.close();
    }
}
