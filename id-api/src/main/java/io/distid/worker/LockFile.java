package io.distid.worker;

import io.distid.BackendException;
import io.distid.ConfigException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The lock on a file: another file beside it, since the file itself is another one after each rename.
 *
 * <p>Whether the lock file is still the one that is locked can be asked at any time. Safe for use by several threads.
 */
final class LockFile implements AutoCloseable {
    private static final int ATTEMPTS = 5;

    /**
     * Channels on lock files that another holder of this JVM has locked, though {@link HeldFiles} did not know: of another name of the
     * same directory, or after the system's properties were replaced. Closing one would free that lock, and so would its collection.
     */
    private static final Map<Path, Opened> STRANDED = new ConcurrentHashMap<>();

    private final List<Path> paths;
    private final Opened opened;
    private final AtomicBoolean closed = new AtomicBoolean();

    /**
     * A channel and the file it is on.
     *
     * @param key of the file at that path just before it was opened; empty where the file system has none (Windows)
     */
    private record Opened(FileChannel channel, Optional<Object> key) {}

    private LockFile(List<Path> paths, Opened opened) {
        this.paths = paths;
        this.opened = opened;
    }

    /**
     * Locks a file.
     *
     * @param noun what messages call it
     * @param path the file, which need not exist yet
     * @throws ConfigException if a running process holds it, or it is not a file of one name
     * @throws BackendException if it cannot be locked
     */
    static LockFile take(String noun, Path path) {
        try {
            Path real = real(noun, path);
            List<Path> paths = List.of(real, real.resolveSibling(real.getFileName() + ".lock"));
            if (!HeldFiles.enter(paths)) {
                throw inUse(noun, path, "this one, " + Holders.self());
            }
            Opened opened = null;
            try {
                opened = lock(noun, path, paths.get(1));
                return new LockFile(paths, opened);
            } finally {
                if (opened == null) {
                    HeldFiles.leave(paths);
                }
            }
        } catch (IOException e) {
            throw new BackendException(
                    noun + " " + path + " cannot be locked: " + e + "; does its directory exist, and is it writable?",
                    e);
        }
    }

    /** The file: no symbolic link, so that a rename replaces it and not a link to it. */
    Path file() {
        return paths.get(0);
    }

    /** The lock file. */
    Path lockFile() {
        return paths.get(1);
    }

    /**
     * Whether the lock keeps others away: not if the lock file was deleted or replaced, since they then lock another one.
     *
     * @throws IOException if that cannot be seen
     */
    boolean isInPlace() throws IOException {
        Optional<Object> found = key(lockFile());
        return found != null && found.equals(opened.key());
    }

    /** Frees the lock, and only then the name. A second call does nothing. */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            close(opened.channel());
            HeldFiles.leave(paths);
        }
    }

    /** All names of one file, but for hard links, which have a lock each; so those are refused. */
    private static Path real(String noun, Path path) throws IOException {
        Path absolute = path.toAbsolutePath();
        if (!Files.exists(absolute)) {
            if (Files.isSymbolicLink(absolute)) {
                throw new ConfigException(noun + " " + path + " is a symbolic link to "
                        + Files.readSymbolicLink(absolute) + ", which does not exist: name the file itself");
            }
            return absolute.getParent().toRealPath().resolve(absolute.getFileName());
        }
        Path real = absolute.toRealPath();
        if (!Files.isRegularFile(real)) {
            throw new ConfigException(noun + " " + path + " is "
                    + (Files.isDirectory(real)
                            ? "a directory: name a file in it"
                            : "not a regular file: name another"));
        }
        if (real.getFileSystem().supportedFileAttributeViews().contains("unix")
                && (Integer) Files.getAttribute(real, "unix:nlink") > 1) {
            throw new ConfigException(noun + " " + path + " has " + Files.getAttribute(real, "unix:nlink")
                    + " names (hard links), and a process that has it by another name would not be seen: remove the other"
                    + " names, or name another file");
        }
        return real;
    }

    private static Opened lock(String noun, Path path, Path lockFile) throws IOException {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            Opened opened = open(lockFile);
            boolean locked;
            try {
                locked = opened.channel().tryLock() != null;
            } catch (OverlappingFileLockException e) {
                STRANDED.put(lockFile, opened);
                throw inUse(noun, path, "this one, " + Holders.self());
            } catch (IOException | RuntimeException | Error e) {
                close(opened.channel());
                throw e;
            }
            // A file that was replaced between the two looks and the opening would be locked in vain. Once it is open,
            // its
            // key is no other's.
            if (locked && opened.key().equals(key(lockFile))) {
                return opened;
            }
            close(opened.channel());
            if (!locked) {
                throw inUse(noun, path, "which holds the lock " + lockFile);
            }
        }
        throw new IOException(lockFile + " is replaced again and again");
    }

    private static Opened open(Path lockFile) throws IOException {
        Opened stranded = STRANDED.remove(lockFile);
        if (stranded != null) {
            return stranded;
        }
        try {
            // Made first and opened then: of a file that is made by opening it there is no key from before.
            Files.createFile(lockFile);
        } catch (FileAlreadyExistsException e) {
            // As it nearly always does.
        }
        Optional<Object> key = key(lockFile);
        FileChannel channel = FileChannel.open(lockFile, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
        return new Opened(channel, key == null ? Optional.empty() : key);
    }

    /** What tells a file from all others there are, whatever its name; null if there is no file. */
    private static @Nullable Optional<Object> key(Path lockFile) throws IOException {
        try {
            return Optional.ofNullable(
                    Files.readAttributes(lockFile, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                            .fileKey());
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    private static ConfigException inUse(String noun, Path path, String by) {
        return new ConfigException(noun + " " + path + " is in use by a running process, " + by
                + ": one process at a time, and one generator in it; close the other, or name another file");
    }

    private static void close(FileChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            // Closing frees the lock whatever it reports; there is nothing to be done about the rest.
        }
    }
}
