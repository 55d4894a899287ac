package io.distid.testservers;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;

/**
 * Directories that are dear to make, kept in the temp directory between runs: unpacked binaries, initialised data.
 *
 * <p>There is one cache per user, which nobody else can write to, since what is in it gets executed. An entry is made under
 * another name and renamed, so runs side by side see all of it or nothing. A sweep of the temp directory may take files
 * out of it; then the entry is made anew.
 */
final class BinaryCache {
    private static final String COUNT = "distid-files";

    private BinaryCache() {}

    /** Fills an empty directory. */
    interface Recipe {
        void make(Path directory) throws IOException;
    }

    static synchronized Path get(String key, Recipe recipe) throws IOException {
        Path root = root();
        Path entry = root.resolve(key);
        if (isComplete(entry)) {
            return entry;
        }
        OrphanSweeper.sweep(root);
        Path workshop = Files.createTempDirectory(root, "distid-making-");
        // With no command to run, the guard only sees to it that a killed JVM leaves nothing half-made behind.
        ChildProcess guard = ChildProcess.in(workshop, List.of(), Map.of());
        try {
            Path made = Files.createDirectory(workshop.resolve("made"));
            recipe.make(made);
            Files.writeString(made.resolve(COUNT), Long.toString(Trees.countFiles(made) + 1));
            publish(made, entry, workshop.resolve("damaged"));
            return entry;
        } finally {
            guard.close();
        }
    }

    private static void publish(Path made, Path entry, Path damaged) throws IOException {
        try {
            Files.move(made, entry, StandardCopyOption.ATOMIC_MOVE);
        } catch (FileSystemException e) {
            // Another run was quicker, and its entry is as good, or there is what a sweep has left of one.
            if (!isComplete(entry)) {
                Files.move(entry, damaged, StandardCopyOption.ATOMIC_MOVE);
                Files.move(made, entry, StandardCopyOption.ATOMIC_MOVE);
            }
        }
    }

    private static boolean isComplete(Path entry) throws IOException {
        Path count = entry.resolve(COUNT);
        return Files.exists(count) && Files.readString(count).equals(Long.toString(Trees.countFiles(entry)));
    }

    /** The directory, made if it is not there yet. */
    static Path root() throws IOException {
        String user = System.getProperty("user.name");
        Path root = Path.of(System.getProperty("java.io.tmpdir"), "distid-cache-" + user.replaceAll("\\W", "_"));
        boolean posix = Files.getFileAttributeView(root.getParent(), PosixFileAttributeView.class) != null;
        if (!Files.exists(root)) {
            makeRoot(root, posix);
        }
        // A directory that somebody else made first under this name could be filled with anything.
        if (posix && (!ours(root) || !isPrivate(root))) {
            throw new ServerUnavailableException(root + " must belong to " + user + ", with no access for others");
        }
        return root;
    }

    private static void makeRoot(Path root, boolean posix) throws IOException {
        try {
            if (posix) {
                var mode = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
                Files.createDirectory(root, mode);
            } else {
                Files.createDirectory(root);
            }
        } catch (FileAlreadyExistsException e) {
            // Another run was quicker.
            return;
        }
    }

    private static boolean ours(Path root) throws IOException {
        return Files.getOwner(root).getName().equals(System.getProperty("user.name"));
    }

    private static boolean isPrivate(Path root) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(root))
                .equals("rwx------");
    }
}
