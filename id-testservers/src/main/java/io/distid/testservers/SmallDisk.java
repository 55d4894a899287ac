package io.distid.testservers;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A file system in memory that holds the data of one server and no more, so that it can be filled.
 *
 * <p>It is mounted in a mount namespace of the server's guard: nobody else sees it, and the system unmounts it when the last process of that
 * namespace has ended, whatever ended it. Immutable.
 *
 * @param mebibytes its size
 */
record SmallDisk(int mebibytes) {
    /** Begins a mount namespace; what is mounted there is not passed on to others. */
    static final List<String> NAMESPACE = List.of("unshare", "--mount", "--propagation", "private");

    private static final String NEEDED = "; it takes Linux, the rights of root, and unshare and mount of util-linux";

    /**
     * Of a size.
     *
     * @throws ServerUnavailableException if this process may not mount anything; the message says what is missing
     */
    static SmallDisk of(int mebibytes) {
        if (!System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("linux")) {
            throw new ServerUnavailableException(
                    "no small file system can be mounted on " + System.getProperty("os.name") + NEEDED);
        }
        // On a directory of its own: should the namespace be none, nothing of others is hidden.
        Path directory = Trees.temporary("disk");
        List<String> trial = new ArrayList<>(NAMESPACE);
        trial.addAll(List.of("mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", directory.toString()));
        try {
            Process process =
                    new ProcessBuilder(trial).redirectErrorStream(true).start();
            process.getOutputStream().close();
            String answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            if (process.waitFor() != 0) {
                throw refused(answer);
            }
            return new SmallDisk(mebibytes);
        } catch (IOException e) {
            throw refused(e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw refused("interrupted");
        } finally {
            Trees.delete(directory);
        }
    }

    static ServerUnavailableException refused(String reason) {
        return new ServerUnavailableException("no small file system can be mounted: " + reason + NEEDED);
    }
}
