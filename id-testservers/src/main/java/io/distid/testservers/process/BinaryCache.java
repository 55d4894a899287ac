package io.distid.testservers.process;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * Directories that take long to create, kept in the temp directory between runs: unpacked binaries, initialised data.
 *
 * <p>Each user has one cache, which no other user can write to, since its files are executed. An entry is created under
 * another name and renamed, so parallel runs see all of it or nothing. If a sweep of the temp directory removes files, the
 * entry is created again.
 *
 * <p>Safe for use by any number of threads.
 */
public final class BinaryCache {
    private static final String COUNT = "distid-files";
    private static final Set<PosixFilePermission> PRIVATE = PosixFilePermissions.fromString("rwx------");

    private BinaryCache() {}

    /** Fills an empty directory; used by one thread. */
    public interface Recipe {
        void make(Path directory) throws IOException;
    }

    public static synchronized Path get(String key, Recipe recipe) throws IOException {
        Path root = root();
        Path entry = root.resolve(key);
        if (isComplete(entry)) {
            return entry;
        }
        Path workshop = Files.createTempDirectory(root, "distid-making-");
        // The guard removes a half-filled directory if this JVM is killed.
        ChildProcess guard = ChildProcess.guard(workshop);
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
            // Another run was faster, and its entry is as good; or this is the rest of an entry after a sweep.
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

    /** Returns the directory, and creates it if it is missing. */
    static Path root() throws IOException {
        String user = System.getProperty("user.name");
        Path root = Path.of(System.getProperty("java.io.tmpdir"), "distid-cache-" + user.replaceAll("\\W", "_"));
        boolean posix = Files.getFileAttributeView(root.getParent(), PosixFileAttributeView.class) != null;
        try {
            FileAttribute<?>[] mode = {PosixFilePermissions.asFileAttribute(PRIVATE)};
            Files.createDirectory(root, posix ? mode : new FileAttribute<?>[0]);
        } catch (FileAlreadyExistsException e) {
            // It was made before.
        }
        // If another user has created a directory of this name, it may hold anything.
        if (posix
                && (!Files.getOwner(root).getName().equals(user)
                        || !Files.getPosixFilePermissions(root).equals(PRIVATE))) {
            throw new ServerUnavailableException(root + " must belong to " + user + ", with no access for others");
        }
        return root;
    }
}
