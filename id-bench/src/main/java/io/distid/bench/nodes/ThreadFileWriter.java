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
 * returned before a block of another began was certainly earlier. For use by one thread.
 */
public final class ThreadFileWriter implements AutoCloseable {
    /** The most ids of a block. */
    static final int BLOCK = 4096;

    /** What is written beside the ids of a block: how many they are, and the two stamps. */
    static final int HEADER = Integer.BYTES + 2 * Long.BYTES;

    private final FileChannel file;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(256 << 10).order(ByteOrder.nativeOrder());

    /**
     * Makes the file, or empties it.
     *
     * @param path where; only this user can read it
     * @throws IOException if it cannot be opened
     */
    public ThreadFileWriter(Path path) throws IOException {
        file = OwnerFiles.open(
                path, StandardOpenOption.WRITE, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING);
    }

    /**
     * Adds a block.
     *
     * @param words its ids: one word each, or two for UUIDs
     * @param length how many words
     * @param width words of an id
     * @param began when the first of its calls began, by {@code System.nanoTime()}
     * @param returned when the last of its calls had returned
     * @throws IOException if it cannot be written
     */
    public void add(long[] words, int length, int width, long began, long returned) throws IOException {
        if (buffer.remaining() < HEADER + length * Long.BYTES) {
            flush();
        }
        buffer.putInt(length / width).putLong(began).putLong(returned);
        buffer.asLongBuffer().put(words, 0, length);
        buffer.position(buffer.position() + length * Long.BYTES);
    }

    /**
     * Hands what was added to the system, which keeps it if this process is killed.
     *
     * @throws IOException if it cannot be written
     */
    public void flush() throws IOException {
        buffer.flip();
        while (buffer.hasRemaining()) {
            file.write(buffer);
        }
        buffer.clear();
    }

    /**
     * Takes away what a process that was killed had written of its last block.
     *
     * @param path a file all of whose blocks have one id
     * @param width words of an id: 1, or 2 for UUIDs
     * @throws IOException if it cannot be shortened
     */
    public static void dropTornBlock(Path path, int width) throws IOException {
        try (FileChannel torn = FileChannel.open(path, StandardOpenOption.WRITE)) {
            torn.truncate(torn.size() - torn.size() % (HEADER + (long) width * Long.BYTES));
        }
    }

    @Override
    public void close() throws IOException {
        try (file) {
            flush();
        }
    }
}
