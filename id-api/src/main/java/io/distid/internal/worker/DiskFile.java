package io.distid.internal.worker;

import io.distid.ConfigException;
import io.distid.internal.lease.Holders;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
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
import org.jspecify.annotations.Nullable;

/** A file of this machine. Immutable. */
record DiskFile(Path path) implements DurableFile {
    private static final int ATTEMPTS = 5;

    private static final Path MOUNTS = Path.of("/proc/self/mountinfo");
    /** The index of the field in a line. */
    private static final int MOUNT_POINT = 4;

    /**
     * Channels on lock files that another holder of this JVM has locked without the knowledge of {@link HeldFiles}. This happens with another name of
     * the same directory, or after the system properties were replaced. Closing such a channel would free that lock, and so would its collection.
     */
    private static final Map<Path, Locked> STRANDED = new ConcurrentHashMap<>();

    /**
     * A lock file that was opened.
     *
     * @param key the key of the file at that path just before the opening; empty if the file system has no keys (Windows)
     */
    record Locked(FileChannel channel, Optional<Object> key) {
        void close() {
            try {
                channel.close();
            } catch (IOException e) {
                // The close frees the lock even if it throws; nothing else can be done.
            }
        }
    }

    @Override
    public boolean exists() {
        return Files.exists(path);
    }

    @Override
    public Held lock() throws IOException {
        Path file = realPath();
        List<Path> paths = List.of(file, file.resolveSibling(file.getFileName() + ".lock"));
        if (!HeldFiles.enter(paths)) {
            throw inUse("this one, " + Holders.self());
        }
        Locked locked = null;
        try {
            locked = lock(paths.get(1));
            return new HeldDiskFile(paths, locked);
        } finally {
            if (locked == null) {
                HeldFiles.leave(paths);
            }
        }
    }

    /** One lock for all names of the file. Hard links would each have a lock of their own, so they are refused. */
    private Path realPath() throws IOException {
        Path absolute = path.toAbsolutePath();
        if (!Files.exists(absolute)) {
            if (Files.isSymbolicLink(absolute)) {
                throw refused(" is a symbolic link to " + Files.readSymbolicLink(absolute)
                        + ", which does not exist: name the file itself");
            }
            return absolute.getParent().toRealPath().resolve(absolute.getFileName());
        }
        Path real = absolute.toRealPath();
        if (Files.isDirectory(real)) {
            throw refused(" is a directory: name a file in it");
        }
        if (!Files.isRegularFile(real)) {
            throw refused(" is not a regular file: name another");
        }
        if (isMountPoint(real)) {
            throw refused(
                    " is a mount point, and such a file cannot be replaced: mount the directory that it lies in, and"
                            + " not the file alone");
        }
        if (real.getFileSystem().supportedFileAttributeViews().contains("unix")
                && (Integer) Files.getAttribute(real, "unix:nlink") > 1) {
            throw refused(" has " + Files.getAttribute(real, "unix:nlink")
                    + " names (hard links), and a process that has it by another name would not be seen: remove the other"
                    + " names, or name another file");
        }
        return real;
    }

    /**
     * Whether the file is a mount point, as after {@code docker run -v ./node:/app/node}. Linux reports it, and only there can single files be
     * mounted.
     */
    private static boolean isMountPoint(Path file) throws IOException {
        if (!Files.isReadable(MOUNTS)) {
            return false;
        }
        String escaped = file.toString()
                .replace("\\", "\\134")
                .replace(" ", "\\040")
                .replace("\t", "\\011")
                .replace("\n", "\\012");
        for (String mount : new String(Files.readAllBytes(MOUNTS), StandardCharsets.UTF_8).split("\n")) {
            String[] fields = mount.split(" ", MOUNT_POINT + 2);
            if (fields.length > MOUNT_POINT && fields[MOUNT_POINT].equals(escaped)) {
                return true;
            }
        }
        return false;
    }

    private Locked lock(Path lockFile) throws IOException {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            Locked opened = open(lockFile);
            boolean locked;
            try {
                locked = opened.channel().tryLock() != null;
            } catch (OverlappingFileLockException e) {
                STRANDED.put(lockFile, opened);
                throw inUse("this one, " + Holders.self());
            } catch (IOException | RuntimeException | Error e) {
                opened.close();
                throw e;
            }
            // A lock on a file that was replaced before the opening would be useless. Once the file is open, no other
            // file has its key.
            if (locked && opened.key().equals(keyOf(lockFile))) {
                return opened;
            }
            opened.close();
            if (!locked) {
                throw inUse("which holds the lock " + lockFile);
            }
        }
        throw new IOException(lockFile + " is replaced again and again");
    }

    private static Locked open(Path lockFile) throws IOException {
        Locked stranded = STRANDED.remove(lockFile);
        if (stranded != null) {
            return stranded;
        }
        try {
            // The file is made first and opened then, since its key must be read before the opening.
            Files.createFile(lockFile);
        } catch (FileAlreadyExistsException e) {
            // Nearly always the case.
        }
        Optional<Object> key = keyOf(lockFile);
        FileChannel channel = FileChannel.open(lockFile, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
        return new Locked(channel, key == null ? Optional.empty() : key);
    }

    /** The key that distinguishes a file from all others, whatever its name; null if there is no file. */
    static @Nullable Optional<Object> keyOf(Path file) throws IOException {
        try {
            return Optional.ofNullable(Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                    .fileKey());
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    private ConfigException inUse(String by) {
        return refused(" is in use by a running process, " + by
                + ": one process at a time, and one generator in it; close the other, or name another file");
    }

    private ConfigException refused(String why) {
        return new ConfigException("worker file " + path + why);
    }
}
