package io.distid.internal.worker;

import io.distid.ConfigException;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A file that outlives a crash of the process, of the machine and of the disk's cache. It is replaced whole, and has the old content or the new one,
 * not a mixture. {@link HeldWorkerFile} describes the order of the steps, and why. Safe for use by several threads.
 */
public interface DurableFile {

    /**
     * A file of this machine.
     *
     * @param path the file, which need not exist; symbolic links are followed, so that all names of a file have one lock
     */
    static DurableFile of(Path path) {
        return new DiskFile(path);
    }

    /** The path, for messages. */
    Path path();

    /** Whether the file exists. */
    boolean exists();

    /**
     * Locks a lock file beside this file, since each replacement makes this a new file.
     *
     * @throws ConfigException if a running process holds it, even this process, or it is not a regular file with a single name
     */
    Held lock() throws IOException;

    /** A file that was locked. For one thread at a time. */
    interface Held extends AutoCloseable {

        /**
         * What the file holds.
         *
         * @return no more than its first 4097 bytes; null if there is no file
         */
        byte @Nullable [] read() throws IOException;

        /**
         * Writes a new content beside the file, and syncs it.
         *
         * @param token of 40 hexadecimal digits, which no other write has
         */
        void stage(String token, byte[] content) throws IOException;

        /**
         * Renames a new content to the file, in one step, and syncs the directory.
         *
         * @throws IOException if the rename fails, or the content was discarded; if the sync of the directory fails, the file may have the content
         */
        void replace(String token) throws IOException;

        /**
         * Deletes a new content, if there is one.
         *
         * @param token the token that it was staged with; null for all staged contents, even of other processes
         */
        void discard(@Nullable String token) throws IOException;

        /**
         * Whether the lock still excludes others. If the lock file was deleted or replaced, others lock a new file.
         *
         * @return false as soon as others may hold the file
         */
        boolean isLocked() throws IOException;

        /** Frees the lock. A second call does nothing. */
        @Override
        void close();
    }
}
