package io.distid.testservers.process;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A file system in memory with the data of one server only, so that a test can fill it.
 *
 * <p>It is mounted in a mount namespace of the server's guard, so other processes do not see it. The system unmounts it when the last
 * process of that namespace has ended, for whatever reason. Immutable.
 *
 * @param mebibytes its size
 */
public record SmallDisk(int mebibytes) {
    /** Begins a mount namespace, whose mounts stay inside. */
    static final List<String> NAMESPACE = List.of("unshare", "--mount", "--propagation", "private");

    private static final String NEEDED = "; it takes Linux, the rights of root, and unshare and mount of util-linux";

    /**
     * Returns a disk of a size.
     *
     * @throws ServerUnavailableException if this process may not mount anything; the message says what is missing
     */
    public static SmallDisk of(int mebibytes) {
        if (!System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("linux")) {
            throw new ServerUnavailableException(
                    "no small file system can be mounted on " + System.getProperty("os.name") + NEEDED);
        }
        // The mount has a directory of its own: if the namespace fails, it hides no other files.
        Path directory = Trees.temporary("disk");
        List<String> trial = new ArrayList<>(NAMESPACE);
        trial.addAll(List.of("mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", directory.toString()));
        try {
            Program.run(directory, null, trial);
            return new SmallDisk(mebibytes);
        } catch (IOException e) {
            throw refused(e.getMessage());
        } finally {
            Trees.delete(directory);
        }
    }

    static ServerUnavailableException refused(String reason) {
        return new ServerUnavailableException("no small file system can be mounted: " + reason + NEEDED);
    }
}
