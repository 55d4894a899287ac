package io.distid.bench.nodes;

import io.distid.bench.sort.OwnerFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Writes the ids that one thread takes from one generator to a file, block by block.
 *
 * <p>A block is some ids with two readings of {@code System.nanoTime()}, one from before the first call and one from after the
 * last. That clock is {@code CLOCK_MONOTONIC} on Linux and one for all processes of a host, so a block of one process that had
 * returned before a block of another began was certainly earlier. Used by one thread.
 */
final class ThreadFileWriter implements AutoCloseable {
    /** The most ids of a block. */
    static final int BLOCK = 4096;

    /** What is written beside the ids of a block: how many they are, and the two stamps. */
    static final int HEADER = Integer.BYTES + 2 * Long.BYTES;

    private final FileChannel file;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(256 << 10).order(ByteOrder.nativeOrder());

    ThreadFileWriter(Path path) throws IOException {
        file = OwnerFiles.open(
                path, StandardOpenOption.WRITE, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING);
    }

    /**
     * Adds a block.
     *
     * @param words its ids: one word each, or two for UUIDs
     * @param length how many words
     * @param width words of an id
     */
    void add(long[] words, int length, int width, long began, long returned) throws IOException {
        if (buffer.remaining() < HEADER + length * Long.BYTES) {
            flush();
        }
        buffer.putInt(length / width).putLong(began).putLong(returned);
        buffer.asLongBuffer().put(words, 0, length);
        buffer.position(buffer.position() + length * Long.BYTES);
    }

    private void flush() throws IOException {
        buffer.flip();
        while (buffer.hasRemaining()) {
            file.write(buffer);
        }
        buffer.clear();
    }

    @Override
    public void close() throws IOException {
        try (file) {
            flush();
        }
    }
}
