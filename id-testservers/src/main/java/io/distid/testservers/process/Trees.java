package io.distid.testservers.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

/** Operations on directories with everything in them. Safe for use by any number of threads. */
public final class Trees {
    /** Directories that are being filled: no guard removes them yet if this JVM ends. */
    private static final Set<Path> UNGUARDED = ConcurrentHashMap.newKeySet();

    private static final AtomicBoolean HOOKED = new AtomicBoolean();

    private Trees() {}

    /**
     * Creates a directory in the temp directory that only its owner can read. It is removed when this JVM ends, unless a guard
     * takes it over.
     */
    public static Path temporary(String name) {
        try {
            Path directory = Files.createTempDirectory("distid-" + name + "-");
            UNGUARDED.add(directory);
            if (HOOKED.compareAndSet(false, true)) {
                Runtime.getRuntime()
                        .addShutdownHook(new Thread(Trees::deleteUnguarded, "distid-unguarded-directories"));
            }
            return directory;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Notes that from now on another process removes the directory. */
    static void guarded(Path directory) {
        UNGUARDED.remove(directory);
    }

    /** Deletes twice, since a thread may be about to add a file; without its directory the next file fails. */
    static void deleteUnguarded() {
        for (Path directory : UNGUARDED) {
            delete(directory);
            if (Files.exists(directory)) {
                delete(directory);
            }
        }
    }

    /** Copies directories and regular files. A server creates other files beside its data again, such as a socket. */
    public static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> walk = Files.walk(from)) {
            List<Path> paths = walk.filter(path -> Files.isDirectory(path) || Files.isRegularFile(path))
                    .toList();
            for (Path path : paths) {
                Files.copy(path, to.resolve(from.relativize(path).toString()), StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
    }

    static long countFiles(Path root) throws IOException {
        try (Stream<Path> walk = Files.walk(root)) {
            return walk.filter(Files::isRegularFile).count();
        }
    }

    /** Removes as much as it can. Files that another process holds open or has removed are not an error. */
    public static void delete(Path root) {
        UNGUARDED.remove(root);
        try (Stream<Path> walk = Files.walk(root)) {
            for (Path path : walk.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        } catch (IOException | UncheckedIOException e) {
            // The file is left for the system's own sweep of the temp directory.
            System.getLogger(Trees.class.getName()).log(System.Logger.Level.DEBUG, "left behind: " + root, e);
        }
    }
}
