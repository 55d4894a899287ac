package io.distid.worker;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.spi.WorkerRequest;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Locale;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * What a node keeps on disk of its worker id: a few lines of text, the last of which is a checksum of the others.
 *
 * <p>Replaced whole, never written in place: a new file is written and synced, renamed over the old one, and the directory
 * synced. So after a crash of the process, the machine or the disk's cache there is the old content or the new, not a mixture.
 *
 * @param namespace whose worker id
 * @param workerId the id
 * @param layout the fingerprint of the layout
 * @param reservedUntil epoch ms: a tick that starts at or before it may already be used
 */
public record WorkerFile(String namespace, int workerId, String layout, long reservedUntil) {
    private static final String HEADER = "distid worker id, format 1: do not edit, do not copy";
    private static final int MOST_BYTES = 4096;

    /**
     * The same with another bound.
     *
     * @param bound epoch ms
     * @return a copy
     */
    public WorkerFile withReservedUntil(long bound) {
        return new WorkerFile(namespace, workerId, layout, bound);
    }

    /**
     * Refuses a file that is of another namespace, layout or range than the one asked for.
     *
     * @param request what is asked for
     * @param path where the file is, for the message
     * @throws ConfigException if it does not fit
     */
    public void requireFor(WorkerRequest request, Path path) {
        if (!namespace.equals(request.namespace())) {
            throw foreign(path, "namespace \"" + namespace + "\", not \"" + request.namespace() + "\"");
        }
        if (!layout.equals(request.fingerprint())) {
            throw foreign(path, "layout \"" + layout + "\", not \"" + request.fingerprint() + "\"");
        }
        if (workerId < request.firstId() || workerId > request.lastId()) {
            throw foreign(
                    path, "worker id " + workerId + ", not one from " + request.firstId() + " to " + request.lastId());
        }
    }

    static ConfigException foreign(Path path, String what) {
        return new ConfigException("worker file " + path + " is of " + what + ": name another file");
    }

    /**
     * Reads a file.
     *
     * @return null if there is none
     * @throws BackendException if it cannot be read, or is not whole
     */
    static @Nullable WorkerFile read(Path path) {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            if (channel.size() > MOST_BYTES) {
                throw torn(path, "it has " + channel.size() + " bytes, at most " + MOST_BYTES + " are expected");
            }
            ByteBuffer buffer = ByteBuffer.allocate((int) channel.size());
            while (buffer.hasRemaining() && channel.read(buffer) >= 0) {
                // Until all is read.
            }
            return parse(path, new String(buffer.array(), 0, buffer.position(), StandardCharsets.UTF_8));
        } catch (NoSuchFileException e) {
            return null;
        } catch (IOException e) {
            throw new BackendException("worker file " + path + " cannot be read: " + e, e);
        }
    }

    /**
     * Replaces a file, durably.
     *
     * @throws BackendException if it cannot be written; the old content then stands
     */
    void write(Path path) {
        Path next = path.resolveSibling(path.getFileName() + ".new");
        try {
            try (FileChannel channel = FileChannel.open(
                    next, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
                ByteBuffer bytes = ByteBuffer.wrap(text().getBytes(StandardCharsets.UTF_8));
                while (bytes.hasRemaining()) {
                    channel.write(bytes);
                }
                channel.force(true);
            }
            Files.move(next, path, StandardCopyOption.ATOMIC_MOVE);
            syncDirectory(path.toAbsolutePath().getParent());
        } catch (AtomicMoveNotSupportedException e) {
            throw new ConfigException(
                    "worker file " + path + ": its file system cannot rename atomically; put it on another", e);
        } catch (IOException e) {
            throw new BackendException(
                    "worker file " + path + " cannot be written: " + e
                            + "; is the disk full, or the directory not writable?",
                    e);
        }
    }

    private static WorkerFile parse(Path path, String text) {
        int end = text.lastIndexOf("crc32c ");
        if (end < 0 || !text.endsWith("\n")) {
            throw torn(path, "its last line is not a checksum");
        }
        String body = text.substring(0, end);
        String found = text.substring(end + "crc32c ".length()).strip();
        if (!found.equals(checksum(body))) {
            throw torn(path, "its checksum is " + found + ", but its content's is " + checksum(body));
        }
        List<String> lines = body.lines().toList();
        if (lines.size() != 5 || !lines.get(0).equals(HEADER)) {
            throw torn(path, "its first line is \"" + lines.get(0) + "\", expected was \"" + HEADER + "\"");
        }
        try {
            return new WorkerFile(
                    value(lines.get(1), "namespace"),
                    Integer.parseInt(value(lines.get(2), "worker-id")),
                    value(lines.get(3), "layout"),
                    Long.parseLong(value(lines.get(4), "reserved-until")));
        } catch (IllegalArgumentException e) {
            throw torn(path, "a line is malformed: " + e.getMessage());
        }
    }

    private String text() {
        String body = HEADER + "\nnamespace " + namespace + "\nworker-id " + workerId + "\nlayout " + layout
                + "\nreserved-until " + reservedUntil + "\n";
        return body + "crc32c " + checksum(body) + "\n";
    }

    private static String value(String line, String name) {
        if (!line.startsWith(name + " ")) {
            throw new IllegalArgumentException("\"" + line + "\" is not \"" + name + " ...\"");
        }
        return line.substring(name.length() + 1);
    }

    private static String checksum(String body) {
        CRC32C crc = new CRC32C();
        crc.update(body.getBytes(StandardCharsets.UTF_8));
        return String.format(Locale.ROOT, "%08x", crc.getValue());
    }

    private static BackendException torn(Path path, String why) {
        return new BackendException(
                "worker file " + path + " is not whole: " + why
                        + ". What it kept cannot be known. Delete it only after the clock has passed every id that was made with it.");
    }

    /** Without this the rename itself may be lost with the power. Windows has no such call, and does not need it on NTFS. */
    private static void syncDirectory(Path directory) throws IOException {
        if (System.getProperty("os.name").startsWith("Windows")) {
            return;
        }
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }
}
