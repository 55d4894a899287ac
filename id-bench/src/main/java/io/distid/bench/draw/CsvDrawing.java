package io.distid.bench.draw;

import io.distid.bench.duplicates.OwnerOnlyFiles;
import io.distid.bench.nodes.BlockSink;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.Writer;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

/** Writes drawn ids as text, a line each: the id, who drew it, the number of its call, and between which times it was issued. */
final class CsvDrawing implements BlockSink {
    private final Writer out;
    private final DrawnHeader header;
    private long ids;

    CsvDrawing(Path path, DrawnHeader header) throws IOException {
        this.header = header;
        out = new BufferedWriter(
                Channels.newWriter(
                        OwnerOnlyFiles.open(path, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW),
                        StandardCharsets.US_ASCII),
                1 << 16);
        out.write("id,node,call_number,began_ns,returned_ns\n");
    }

    @Override
    public void add(long[] words, int length, int width, long began, long returned) throws IOException {
        String times = "," + (began + header.clockShift()) + "," + (returned + header.clockShift()) + "\n";
        for (int i = 0; i < length; i += width) {
            ids++;
            out.write(width == 2 ? new UUID(words[i], words[i + 1]).toString() : Long.toString(words[i]));
            out.write(',');
            out.write(header.node());
            out.write(',');
            out.write(Long.toString(ids));
            out.write(times);
        }
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}
