package io.distid.bench.duplicates;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * A folder for large temporary files. It is removed with its content, also if a signal ends the JVM. Safe for use by
 * several threads.
 */
public final class WorkFolder implements AutoCloseable {
    private static final int ATTEMPTS = 50;
    private static final long PAUSE_NANOS = 20_000_000;

    private final Path path;
    private final Thread onShutdown = new Thread(this::remove, "distid-nodes-shutdown");

    /** Creates the folder; {@code parent}: its parent, or null for the system's folder for temporary files. */
    public WorkFolder(Path parent) {
        try {
            path = parent == null
                    ? Files.createTempDirectory("distid-nodes")
                    : Files.createTempDirectory(parent, "distid-nodes");
        } catch (IOException e) {
            throw new UncheckedIOException("no folder for ids could be made: " + e, e);
        }
        Runtime.getRuntime().addShutdownHook(onShutdown);
    }

    /** The path of the folder, which exists. */
    public Path path() {
        return path;
    }

    /** Checks beforehand that there is enough space. Throws {@link IllegalStateException} if there is less. */
    public void require(long ids, long bytesPerId) {
        double bytes = (double) ids * bytesPerId;
        long free;
        try {
            free = Files.getFileStore(path).getUsableSpace();
        } catch (IOException e) {
            throw new UncheckedIOException("the free space of " + path + " is not known: " + e.getMessage(), e);
        }
        if (bytes > free) {
            throw new IllegalStateException(String.format(
                    Locale.ROOT,
                    "%,d ids may need %.1f GB in %s, which has %.1f GB free: take fewer, or name another folder with"
                            + " -Djava.io.tmpdir",
                    ids,
                    bytes / 1e9,
                    path.getParent(),
                    free / 1e9));
        }
    }

    /** Removes the files in it. */
    public void clear() {
        try (Stream<Path> files = Files.list(path)) {
            for (Path file : files.toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(path + " could not be cleared: " + e.getMessage(), e);
        }
    }

    private void remove() {
        for (int attempt = 1; Files.exists(path); attempt++) {
            try (Stream<Path> files = Files.walk(path)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.deleteIfExists(file);
                }
            } catch (IOException | UncheckedIOException e) {
                // When the process is shut down its threads still make files.
                if (attempt == ATTEMPTS) {
                    System.getLogger(WorkFolder.class.getName())
                            .log(System.Logger.Level.WARNING, "{0} could not be removed: {1}", path, e.getMessage());
                    return;
                }
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }

    @Override
    public void close() {
        remove();
        try {
            Runtime.getRuntime().removeShutdownHook(onShutdown);
        } catch (IllegalStateException e) {
            // The JVM is ending: the hook runs now.
        }
    }
}
