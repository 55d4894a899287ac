package io.distid.bench.nodes;

import io.distid.bench.duplicates.OwnerOnlyFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Writes the ids of one thread and one generator to a file, block by block.
 *
 * <p>A block is some ids with two readings of {@code System.nanoTime()}, one from before the first call and one from
 * after the last. On Linux that clock is {@code CLOCK_MONOTONIC}, which all processes of a host share. So a block that
 * returned before a block of another process began was certainly earlier. For use by one thread.
 */
public final class ThreadFileWriter implements BlockSink {
    /** The most ids of a block. */
    static final int BLOCK = 4096;

    /** The length of a block's header: the number of ids and the two times. */
    static final int HEADER = Integer.BYTES + 2 * Long.BYTES;

    /** Fixed, so that every machine can read the file. */
    static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;

    private final FileChannel file;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(256 << 10).order(ORDER);

    private final boolean endIsMarked;
    private long ids;

    /** Creates the file, or empties it. */
    public ThreadFileWriter(Path path) throws IOException {
        endIsMarked = false;
        file = OwnerOnlyFiles.open(
                path, StandardOpenOption.WRITE, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING);
    }

    /**
     * Creates a file with a header, which a {@link ThreadFileReader} skips. Its end is marked, so that a file truncated
     * between two blocks is not taken for a complete one.
     */
    public ThreadFileWriter(Path path, ByteBuffer head) throws IOException {
        endIsMarked = true;
        file = OwnerOnlyFiles.open(path, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW);
        buffer.put(head);
        try {
            // If the process is killed, the header may be all that it leaves. It distinguishes the file from an empty
            // one.
            flush();
        } catch (IOException e) {
            file.close();
            Files.delete(path);
            throw e;
        }
    }

    @Override
    public void add(long[] words, int length, int width, long began, long returned) throws IOException {
        if (buffer.remaining() < HEADER + length * Long.BYTES) {
            flush();
        }
        buffer.putInt(length / width).putLong(began).putLong(returned);
        buffer.asLongBuffer().put(words, 0, length);
        buffer.position(buffer.position() + length * Long.BYTES);
        ids += length / width;
    }

    /** Writes the added blocks to the system, which keeps them if this process is killed. */
    public void flush() throws IOException {
        buffer.flip();
        while (buffer.hasRemaining()) {
            file.write(buffer);
        }
        buffer.clear();
    }

    /** Removes the partial last block of a killed process. */
    public static void dropTornBlock(Path path, int width) throws IOException {
        try (FileChannel torn = FileChannel.open(path, StandardOpenOption.WRITE)) {
            torn.truncate(torn.size() - torn.size() % (HEADER + (long) width * Long.BYTES));
        }
    }

    @Override
    public void close() throws IOException {
        try (file) {
            if (endIsMarked) {
                add(new long[0], 0, 1, ids, ids);
            }
            flush();
        }
    }
}
