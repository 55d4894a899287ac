package io.distid.testkit.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Directories with all that is in them. */
final class Trees {
    private Trees() {}

    /** A directory of the temp directory that only its owner can read. */
    static Path temporary(String name) {
        try {
            Path directory = Files.createTempDirectory("distid-" + name + "-");
            Leftovers.sweep(directory.getParent());
            return directory;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void copy(Path from, Path to) throws IOException {
        List<Path> paths;
        try (Stream<Path> walk = Files.walk(from)) {
            paths = walk.toList();
        }
        for (Path path : paths) {
            Files.copy(path, to.resolve(from.relativize(path).toString()));
        }
    }

    static long countFiles(Path root) throws IOException {
        try (Stream<Path> walk = Files.walk(root)) {
            return walk.filter(Files::isRegularFile).count();
        }
    }

    /** Removes as much as it can; what another process holds open or has removed is no error. */
    static void delete(Path root) {
        try (Stream<Path> walk = Files.walk(root)) {
            for (Path path : walk.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        } catch (IOException | UncheckedIOException e) {
            // Left for the system's own sweep of the temp directory.
            System.getLogger(Trees.class.getName()).log(System.Logger.Level.DEBUG, "left behind: " + root, e);
        }
    }
}
