package io.distid.testservers.process;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/**
 * Removes directories whose guard was killed along with its JVM, for example by a signal to the whole process group.
 *
 * <p>A file in the directory names the JVM, the guard, and the namespace of their process ids, since containers may share a
 * temp directory. Without such a file, or while the JVM or the guard lives, nothing is touched.
 */
final class OrphanSweeper {
    private static final String OWNER = "distid-owner";
    private static final Path NAMESPACE = Path.of("/proc/self/ns/pid");

    private OrphanSweeper() {}

    static void claim(Path directory, long guard) throws IOException {
        String owner = ProcessHandle.current().pid() + " " + guard + " " + namespace();
        Files.writeString(directory.resolve(OWNER), owner);
        Trees.guarded(directory);
    }

    /** Removes what it can from a directory of temporary directories, and leaves the rest to the next sweep. */
    static void sweep(Path temporary) {
        try (DirectoryStream<Path> directories = Files.newDirectoryStream(temporary, "distid-*-*")) {
            for (Path directory : directories) {
                if (isLeftOver(directory)) {
                    Trees.delete(directory);
                }
            }
        } catch (IOException e) {
            System.getLogger(OrphanSweeper.class.getName())
                    .log(System.Logger.Level.DEBUG, "no sweep of " + temporary, e);
        }
    }

    private static boolean isLeftOver(Path directory) {
        try {
            if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)
                    || !Files.getOwner(directory).getName().equals(System.getProperty("user.name"))) {
                return false;
            }
            String[] owner = Files.readString(directory.resolve(OWNER)).split(" ", 3);
            return owner.length == 3 && owner[2].equals(namespace()) && isGone(owner[0]) && isGone(owner[1]);
        } catch (IOException | NumberFormatException e) {
            // The directory is not one of these, or another run is just creating or removing it.
            return false;
        }
    }

    private static boolean isGone(String pid) {
        return ProcessHandle.of(Long.parseLong(pid)).isEmpty();
    }

    private static String namespace() throws IOException {
        return Files.exists(NAMESPACE) ? Files.readSymbolicLink(NAMESPACE).toString() : "host";
    }
}
