package io.distid.bench.draw;

import io.distid.bench.duplicates.OwnerOnlyFiles;
import io.distid.bench.nodes.BlockSink;
import java.io.IOException;
import java.io.Writer;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

/**
 * Writes ids as text, a line each: the id, the node, the number of the call, and the times before and after the call.
 */
final class CsvDrawing implements BlockSink {
    private static final int BUFFER = 1 << 16;

    private final Writer out;
    /** Only whole lines are written, so a killed process leaves no partial line. */
    private final StringBuilder lines = new StringBuilder();

    private final DrawnHeader header;
    private long ids;

    CsvDrawing(Path path, DrawnHeader header) throws IOException {
        this.header = header;
        out = Channels.newWriter(
                OwnerOnlyFiles.open(path, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW),
                StandardCharsets.US_ASCII);
        lines.append("id,node,call_number,began_ns,returned_ns\n");
    }

    @Override
    public void add(long[] words, int length, int width, long began, long returned) throws IOException {
        String times = "," + (began + header.clockShift()) + "," + (returned + header.clockShift()) + "\n";
        for (int i = 0; i < length; i += width) {
            ids++;
            lines.append(width == 2 ? new UUID(words[i], words[i + 1]) : words[i]);
            lines.append(',').append(header.node()).append(',').append(ids).append(times);
            if (lines.length() >= BUFFER) {
                flush();
            }
        }
    }

    private void flush() throws IOException {
        out.append(lines).flush();
        lines.setLength(0);
    }

    @Override
    public void close() throws IOException {
        try (out) {
            flush();
        }
    }
}
