package io.distid.worker;

import io.distid.BackendException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Locale;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * What a worker file holds: a few lines of text, the last of which is a checksum of the others.
 *
 * @param content what is kept of the worker id
 * @param token the token of this write, see {@link LeaseToken#draw()}
 */
record WorkerFileEntry(WorkerFile content, String token) {
    private static final String FORMAT = "distid worker id, format ";
    private static final String HEADER = FORMAT + "2: do not edit, do not copy";
    private static final int MOST_BYTES = 4096;

    /**
     * Reads a file.
     *
     * @return null if there is none
     * @throws BackendException if it cannot be read, or is not whole
     */
    static @Nullable WorkerFileEntry read(Path path) {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
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

    /** Writes a file of its own, durably. */
    void write(Path path) throws IOException {
        try (FileChannel channel = FileChannel.open(
                path,
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE,
                StandardOpenOption.TRUNCATE_EXISTING,
                LinkOption.NOFOLLOW_LINKS)) {
            ByteBuffer bytes = ByteBuffer.wrap(text().getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
    }

    private static WorkerFileEntry parse(Path path, String text) {
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
        if (lines.size() != 6 || !lines.get(0).equals(HEADER)) {
            throw torn(path, "its first line is \"" + lines.get(0) + "\", expected was \"" + HEADER + "\"");
        }
        try {
            WorkerFile content = new WorkerFile(
                    value(lines.get(1), "namespace"),
                    Integer.parseInt(value(lines.get(2), "worker-id")),
                    value(lines.get(3), "layout"),
                    Long.parseLong(value(lines.get(4), "reserved-until")));
            return new WorkerFileEntry(content, value(lines.get(5), "token"));
        } catch (IllegalArgumentException e) {
            throw torn(path, "a line is malformed: " + e.getMessage());
        }
    }

    private String text() {
        String body = HEADER + "\nnamespace " + content.namespace() + "\nworker-id " + content.workerId() + "\nlayout "
                + content.layout() + "\nreserved-until " + content.reservedUntil() + "\ntoken " + token + "\n";
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
}
