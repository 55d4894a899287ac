package io.distid.redis;

import io.distid.ConfigException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * The machine id that this node had last, and the token that shows it to be its own.
 *
 * <p>Written to a new file, synced and moved into place, so that a crash leaves the old one or the new one. A lock on a file
 * beside it, held until {@link #close()}, keeps a second process from taking the same id for its own.
 */
final class MachineIdFile implements AutoCloseable {
    private static final Pattern CONTENT = Pattern.compile("(([A-Za-z0-9._-]+) (\\d{1,10}) (\\S+)) ([0-9a-f]{1,8})\n");

    private final Path path;
    private final FileChannel lock;

    private MachineIdFile(Path path, FileChannel lock) {
        this.path = path;
        this.lock = lock;
    }

    /** What the file holds. */
    record Entry(String namespace, int id, String token) {}

    /** Locks the file, and makes its directory if that is missing. */
    static MachineIdFile open(Path path) {
        FileChannel channel = null;
        try {
            Path absolute = path.toAbsolutePath();
            Files.createDirectories(absolute.getParent());
            channel = FileChannel.open(
                    absolute.resolveSibling(absolute.getFileName() + ".lock"),
                    StandardOpenOption.CREATE,
                    StandardOpenOption.WRITE);
            FileLock lock = channel.tryLock();
            if (lock != null) {
                return new MachineIdFile(absolute, channel);
            }
        } catch (OverlappingFileLockException e) {
            // Held by this process: the same answer.
        } catch (IOException e) {
            close(channel);
            throw new ConfigException("file " + path + " of the machine id cannot be locked: " + e, e);
        }
        close(channel);
        throw new ConfigException(
                "file " + path + " of the machine id is in use: each process on a host needs its own");
    }

    /** What was written last, or null if nothing was. */
    @Nullable
    Entry read() {
        try {
            if (!Files.exists(path)) {
                return null;
            }
            Matcher content = CONTENT.matcher(Files.readString(path));
            if (content.matches() && checksum(content.group(1)).equals(content.group(5))) {
                return new Entry(content.group(2), Integer.parseInt(content.group(3)), content.group(4));
            }
        } catch (IOException | NumberFormatException e) {
            throw new ConfigException("file " + path + " of the machine id cannot be read: " + e, e);
        }
        throw new ConfigException(
                "file " + path + " holds no machine id, or a damaged one: remove it, and free the id that"
                        + " this node had with SREM");
    }

    void write(Entry entry) {
        String content = entry.namespace() + " " + entry.id() + " " + entry.token();
        ByteBuffer bytes = ByteBuffer.wrap((content + " " + checksum(content) + "\n").getBytes(StandardCharsets.UTF_8));
        Path temporary = path.resolveSibling(path.getFileName() + ".new");
        try {
            try (FileChannel channel = FileChannel.open(
                    temporary,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.TRUNCATE_EXISTING,
                    StandardOpenOption.WRITE)) {
                while (bytes.hasRemaining()) {
                    channel.write(bytes);
                }
                channel.force(true);
            }
            Files.move(temporary, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            syncDirectory();
        } catch (IOException e) {
            throw new ConfigException("file " + path + " of the machine id cannot be written: " + e, e);
        }
    }

    /** So that the move, too, survives a crash of the machine. Windows cannot open a directory, and needs no such thing. */
    private void syncDirectory() throws IOException {
        if (path.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            try (FileChannel directory = FileChannel.open(path.getParent(), StandardOpenOption.READ)) {
                directory.force(true);
            }
        }
    }

    private static String checksum(String content) {
        CRC32 crc = new CRC32();
        crc.update(content.getBytes(StandardCharsets.UTF_8));
        return Long.toHexString(crc.getValue());
    }

    @Override
    public void close() {
        close(lock);
    }

    private static void close(@Nullable FileChannel channel) {
        try {
            if (channel != null) {
                channel.close();
            }
        } catch (IOException e) {
            throw new ConfigException("the lock of a machine id's file cannot be closed: " + e, e);
        }
    }
}
