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
 * What a {@link LockedFile} holds: a few lines of text, the last of which is a checksum of the others.
 *
 * @param kind of the file
 * @param content what is kept
 * @param token the token of this write, see {@link LeaseToken#draw()}
 */
record FileEntry<C>(FileKind<C> kind, C content, String token) {
    private static final int MOST_BYTES = 4096;

    /**
     * Reads a file.
     *
     * @return null if there is none
     * @throws BackendException if it cannot be read, or is not whole
     */
    static <C> @Nullable FileEntry<C> read(FileKind<C> kind, Path path) {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
            if (channel.size() > MOST_BYTES) {
                throw torn(kind, path, "it has " + channel.size() + " bytes, at most " + MOST_BYTES + " are expected");
            }
            ByteBuffer buffer = ByteBuffer.allocate((int) channel.size());
            while (buffer.hasRemaining() && channel.read(buffer) >= 0) {
                // Until all is read.
            }
            return parse(kind, path, new String(buffer.array(), 0, buffer.position(), StandardCharsets.UTF_8));
        } catch (NoSuchFileException e) {
            return null;
        } catch (IOException e) {
            throw new BackendException(kind.noun() + " " + path + " cannot be read: " + e, e);
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

    private static <C> FileEntry<C> parse(FileKind<C> kind, Path path, String text) {
        int end = text.lastIndexOf("crc32c ");
        if (end < 0 || !text.endsWith("\n")) {
            throw torn(kind, path, "its last line is not a checksum");
        }
        String body = text.substring(0, end);
        String found = text.substring(end + "crc32c ".length()).strip();
        if (!found.equals(checksum(body))) {
            throw torn(kind, path, "its checksum is " + found + ", but its content's is " + checksum(body));
        }
        List<String> lines = body.lines().toList();
        if (lines.isEmpty() || !lines.get(0).equals(kind.header())) {
            throw torn(
                    kind,
                    path,
                    "its first line is \"" + (lines.isEmpty() ? "" : lines.get(0)) + "\", expected was \""
                            + kind.header() + "\"");
        }
        try {
            int last = lines.size() - 1;
            C content = kind.parser().apply(lines.subList(1, last));
            return new FileEntry<>(kind, content, FileKind.value(lines, last, "token"));
        } catch (IllegalArgumentException e) {
            throw torn(kind, path, "a line is malformed: " + e.getMessage());
        }
    }

    private String text() {
        String body = kind.header() + "\n" + String.join("\n", kind.lines().apply(content)) + "\ntoken " + token + "\n";
        return body + "crc32c " + checksum(body) + "\n";
    }

    private static String checksum(String body) {
        CRC32C crc = new CRC32C();
        crc.update(body.getBytes(StandardCharsets.UTF_8));
        return String.format(Locale.ROOT, "%08x", crc.getValue());
    }

    private static BackendException torn(FileKind<?> kind, Path path, String why) {
        return new BackendException(kind.noun() + " " + path + " is not whole: " + why
                + ". What it kept cannot be known. " + kind.onceTorn());
    }
}
