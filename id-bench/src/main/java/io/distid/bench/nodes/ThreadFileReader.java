package io.distid.bench.nodes;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/** Reads what a {@link ThreadFileWriter} has written, one block at a time. For use by one thread. */
public final class ThreadFileReader implements AutoCloseable {
    private final FileChannel file;
    private final Path path;
    private final int width;
    private final boolean endIsMarked;
    private final ByteBuffer buffer;
    private final long[] words;
    private int count;
    private long began;
    private long returned;

    /** Before the first block. */
    public ThreadFileReader(Path path, int width) throws IOException {
        this(path, width, 0, false);
    }

    /** Opens a file behind its head; its end is marked by a block without ids, whose {@link #began()} is the number of all ids. */
    public static ThreadFileReader behind(Path path, int width, int head) throws IOException {
        return new ThreadFileReader(path, width, head, true);
    }

    private ThreadFileReader(Path path, int width, int head, boolean endIsMarked) throws IOException {
        this.path = path;
        this.width = width;
        this.endIsMarked = endIsMarked;
        this.words = new long[ThreadFileWriter.BLOCK * width];
        this.buffer = ByteBuffer.allocateDirect(ThreadFileWriter.HEADER + words.length * Long.BYTES)
                .order(ThreadFileWriter.ORDER);
        this.file = FileChannel.open(path).position(head);
        buffer.limit(0);
    }

    /** Goes on to the next block. */
    public boolean next() throws IOException {
        if (!fill(ThreadFileWriter.HEADER)) {
            return false;
        }
        count = buffer.getInt();
        began = buffer.getLong();
        returned = buffer.getLong();
        int length = count * width;
        if (count < (endIsMarked ? 0 : 1)
                || count > ThreadFileWriter.BLOCK
                || returned < began
                || !fill(length * Long.BYTES)) {
            throw new IOException(path.getFileName() + " is damaged: a block of " + count + " ids ends early");
        }
        buffer.asLongBuffer().get(words, 0, length);
        buffer.position(buffer.position() + length * Long.BYTES);
        return true;
    }

    /** Reads until so many bytes are buffered; false at the end of the file. */
    private boolean fill(int bytes) throws IOException {
        if (buffer.remaining() >= bytes) {
            return true;
        }
        buffer.compact();
        while (buffer.position() < bytes) {
            if (file.read(buffer) < 0) {
                if (buffer.position() == 0) {
                    buffer.limit(0);
                    return false;
                }
                throw new EOFException(path.getFileName() + " is damaged: it ends within a block");
            }
        }
        buffer.flip();
        return true;
    }

    /** How many ids the block has. */
    public int count() {
        return count;
    }

    /** When the first of its calls began. */
    public long began() {
        return began;
    }

    /** When the last of its calls had returned. */
    public long returned() {
        return returned;
    }

    /** Half of an id. */
    public long high(int index) {
        return width == 2 ? words[2 * index] : 0;
    }

    /** Half of an id, or the whole. */
    public long low(int index) {
        return width == 2 ? words[2 * index + 1] : words[index];
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
