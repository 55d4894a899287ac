package io.distid.uuid;

import io.distid.process.CopyDetector;
import io.distid.process.CopyListener;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.security.Security;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The kernel's random bytes, read as a file where it has one: on a Unix. {@link java.security.SecureRandom} reads the same file, but has
 * its provider fill a table of all its algorithms first, which takes longer than all else on the way to a first id.
 *
 * <p>The file stays open, since to open it takes longer than to read it, but for checkpoints, which an open file would make fail. Safe for
 * use by several threads.
 */
final class KernelRandom implements CopyListener {
    private static final String FILE = "/dev/urandom";

    private final CopyDetector copies;
    private final ReentrantLock turn = new ReentrantLock();
    private @Nullable FileInputStream open;

    /** Opens nothing yet. */
    KernelRandom(CopyDetector copies) {
        this.copies = copies;
        copies.tell(this);
    }

    /**
     * Whether {@link java.security.SecureRandom} is the kernel's, too, by the runtime's configuration, as it is on each Unix where nobody
     * chose another. A provider that the program itself puts before the runtime's is not seen: to ask for it fills the table.
     */
    static boolean isConfigured() {
        String file = System.getProperty("java.security.egd", "");
        return isConfigured(
                Security.getProperty("security.provider.1"),
                file.isEmpty() ? Security.getProperty("securerandom.source") : file);
    }

    /** By the same comparison as the runtime's own: any other way to write the file's name means its DRBG. */
    static boolean isConfigured(@Nullable String provider, @Nullable String source) {
        return "SUN".equals(provider) && ("file:/dev/random".equals(source) || "file:/dev/urandom".equals(source));
    }

    /**
     * Reads bytes.
     *
     * @return as many as asked for; null if the kernel has no such file, or it cannot be read
     */
    byte @Nullable [] read(int count) {
        // Where files are not named so, anyone may be able to make one of that name.
        if (File.separatorChar != '/') {
            return null;
        }
        turn.lock();
        try {
            FileInputStream file = open == null ? new FileInputStream(FILE) : open;
            open = file;
            byte[] bytes = new byte[count];
            int read = file.readNBytes(bytes, 0, count);
            if (read < count || CopyDetector.isExposed(copies.epoch())) {
                close();
            }
            return read < count ? null : bytes;
        } catch (IOException e) {
            close();
            return null;
        } finally {
            turn.unlock();
        }
    }

    /** Whether it holds the file open. */
    boolean isOpen() {
        turn.lock();
        try {
            return open != null;
        } finally {
            turn.unlock();
        }
    }

    @Override
    public void beforeCopy() {
        close();
    }

    @Override
    public void copied() {
        // The bytes themselves are the kernel's to keep apart.
    }

    private void close() {
        turn.lock();
        try {
            FileInputStream file = open;
            open = null;
            if (file != null) {
                file.close();
            }
        } catch (IOException e) {
            // It was only read.
        } finally {
            turn.unlock();
        }
    }
}
