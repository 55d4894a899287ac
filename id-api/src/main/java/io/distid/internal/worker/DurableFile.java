package io.distid.internal.worker;

import io.distid.ConfigException;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A file that outlives a crash of the process, of the machine and of the disk's cache: it is replaced whole, and has the old content or the new one, not a
 * mixture. {@link HeldWorkerFile} says in which order the steps are taken, and why. Safe for use by several threads.
 */
public interface DurableFile {

    /**
     * A file of this machine.
     *
     * @param path the file, which need not exist; symbolic links are followed, so that all who name it lock the same
     * @return not locked yet
     */
    static DurableFile of(Path path) {
        return new DiskFile(path);
    }

    /**
     * Where it is, for messages.
     *
     * @return as it was given
     */
    Path path();

    /**
     * Whether there is one.
     *
     * @return false if it is yet to be written
     */
    boolean exists();

    /**
     * Locks a file beside this one, which is another file after each replacement.
     *
     * @return what can be done as long as it is locked
     * @throws ConfigException if a running process holds it, this one included, or it is no file of one name
     * @throws IOException if it cannot be locked
     */
    Held lock() throws IOException;

    /** A file that was locked. For one thread at a time. */
    interface Held extends AutoCloseable {

        /**
         * What the file holds.
         *
         * @return no more than its first 4097 bytes; null if there is no file
         * @throws IOException if it cannot be read
         */
        byte @Nullable [] read() throws IOException;

        /**
         * Writes a new content beside the file, and syncs it.
         *
         * @param token of 40 hexadecimal digits, which no other write has
         * @param content what the file is to hold
         * @throws IOException if it cannot be written
         */
        void stage(String token, byte[] content) throws IOException;

        /**
         * Renames a new content to the file, in one step, and syncs the directory.
         *
         * @param token with which it was staged
         * @throws IOException if that fails, or was discarded; if the directory cannot be synced, the file may have it
         */
        void replace(String token) throws IOException;

        /**
         * Deletes a new content, if there is one.
         *
         * @param token with which it was staged; null for the contents of all, of others, too
         * @throws IOException if it cannot be deleted
         */
        void discard(@Nullable String token) throws IOException;

        /**
         * Whether the lock keeps others away: not if the file that is locked was deleted or replaced, since they then lock another one.
         *
         * @return false as soon as others may hold the file
         * @throws IOException if that cannot be seen
         */
        boolean isLocked() throws IOException;

        /** Frees the lock. A second call does nothing. */
        @Override
        void close();
    }
}
