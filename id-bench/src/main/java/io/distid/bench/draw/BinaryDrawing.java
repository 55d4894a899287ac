package io.distid.bench.draw;

import io.distid.bench.nodes.BlockSink;
import io.distid.bench.nodes.ThreadFileWriter;
import java.io.IOException;
import java.nio.file.Path;

/** Writes ids as bytes: a header, then the format of a thread's file. */
final class BinaryDrawing implements BlockSink {
    private final ThreadFileWriter file;
    private long ids;

    BinaryDrawing(Path path, DrawnHeader header) throws IOException {
        file = new ThreadFileWriter(path, header.bytes());
    }

    @Override
    public void add(long[] words, int length, int width, long began, long returned) throws IOException {
        file.add(words, length, width, began, returned);
        ids += length / width;
    }

    @Override
    public void close() throws IOException {
        try (file) {
            file.end(ids);
        }
    }
}
