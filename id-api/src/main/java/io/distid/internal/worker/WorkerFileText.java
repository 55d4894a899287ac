package io.distid.internal.worker;

import io.distid.BackendException;
import io.distid.internal.lease.LeaseToken;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.zip.CRC32C;

/**
 * The content of a {@link HeldWorkerFile}: a few lines of text, ending with a checksum of the others.
 *
 * @param token the token of this write, see {@link LeaseToken#draw()}
 */
record WorkerFileText(WorkerFile content, String token) {
    static final int MOST_BYTES = 4096;
    private static final String HEADER = "distid worker id, format 2: do not edit, do not copy";
    private static final String CHECKSUM = "crc32c ";

    byte[] bytes() {
        String body = String.join(
                        "\n",
                        HEADER,
                        "namespace " + content.namespace(),
                        "worker-id " + content.workerId(),
                        "layout " + content.layout(),
                        "reserved-until " + content.reservedUntil(),
                        "token " + token)
                + "\n";
        return (body + CHECKSUM + checksum(body) + "\n").getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Reads what {@link #bytes()} wrote.
     *
     * @throws BackendException if it is incomplete
     */
    static WorkerFileText parse(Path path, byte[] bytes) {
        if (bytes.length > MOST_BYTES) {
            throw torn(path, "it has more than " + MOST_BYTES + " bytes");
        }
        String text = new String(bytes, StandardCharsets.UTF_8);
        int end = text.lastIndexOf(CHECKSUM);
        if (end < 0 || !text.endsWith("\n")) {
            throw torn(path, "its last line is not a checksum");
        }
        String body = text.substring(0, end);
        String found = text.substring(end + CHECKSUM.length()).strip();
        if (!found.equals(checksum(body))) {
            throw torn(path, "its checksum is " + found + ", but its content's is " + checksum(body));
        }
        List<String> lines = body.lines().toList();
        if (lines.isEmpty() || !lines.get(0).equals(HEADER)) {
            throw torn(
                    path,
                    "its first line is \"" + (lines.isEmpty() ? "" : lines.get(0)) + "\", expected was \"" + HEADER
                            + "\"");
        }
        try {
            WorkerFile content = new WorkerFile(
                    value(lines, 1, "namespace"),
                    Integer.parseInt(value(lines, 2, "worker-id")),
                    value(lines, 3, "layout"),
                    Long.parseLong(value(lines, 4, "reserved-until")));
            return new WorkerFileText(content, value(lines, 5, "token"));
        } catch (IllegalArgumentException e) {
            throw torn(path, "a line is malformed: " + e.getMessage());
        }
    }

    /** The rest of a line that begins with a name. */
    private static String value(List<String> lines, int index, String name) {
        String line = index < lines.size() ? lines.get(index) : "";
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
                "worker file " + path + " is damaged: " + why + ". The bound that it kept is unknown. Delete it"
                        + " only after the clock has passed every id that was made with it.");
    }
}
