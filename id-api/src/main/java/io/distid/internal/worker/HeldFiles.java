package io.distid.internal.worker;

import io.distid.internal.lease.Holders;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;

/**
 * The files that holders in this JVM have locked. It is asked before a channel is opened on a file.
 *
 * <p>On POSIX systems a lock on a file belongs to the process. Closing any channel on the file frees it, even the channel of a refused attempt. So a
 * second attempt in one JVM must not even open the file. Two class loaders of a JVM, such as those of two web applications, each have a copy of this
 * class. They share only the system properties, so the marks are kept there. Names and values are strings, as code that lists properties expects.
 */
final class HeldFiles {
    /** The prefix is not {@code distid.}, because settings are looked up there. */
    private static final String PREFIX = "io.distid.worker.held:";

    private HeldFiles() {}

    /**
     * Marks files as held, all or none.
     *
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

    /** Removes the marks of {@link #enter}. To be called only once the channels are closed. */
    static void leave(List<Path> paths) {
        Properties shared = System.getProperties();
        paths.forEach(path -> shared.remove(PREFIX + path));
    }
}
