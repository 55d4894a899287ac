package io.distid.internal.worker;

import io.distid.internal.lease.Holders;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;

/**
 * The files that some holder of this JVM has locked, asked before a channel is opened on one of them.
 *
 * <p>On POSIX systems a lock on a file is the process's: closing any channel on that file, be it the one of an attempt that was refused,
 * frees it. So a second attempt in one JVM must not even open the file. The class loaders of a JVM (those of two web applications,
 * say) have a copy of this class each and one process between them; what they share is the system's properties. Names and values are
 * strings, as whoever lists properties expects.
 */
final class HeldFiles {
    /** Not {@code distid.}, under which settings are looked up. */
    private static final String PREFIX = "io.distid.worker.held:";

    private HeldFiles() {}

    /**
     * Marks files as held, all or none.
     *
     * @param paths real paths
     * @return false if one of them is held already
     */
    static boolean enter(List<Path> paths) {
        Properties shared = System.getProperties();
        for (int i = 0; i < paths.size(); i++) {
            if (shared.putIfAbsent(PREFIX + paths.get(i), Holders.self()) != null) {
                leave(paths.subList(0, i));
                return false;
            }
        }
        return true;
    }

    /** Ends what {@link #enter} began: only once their channels are closed. */
    static void leave(List<Path> paths) {
        Properties shared = System.getProperties();
        paths.forEach(path -> shared.remove(PREFIX + path));
    }
}
