package io.distid.bench.nodes;

import java.io.IOException;

/** Keeps ids block by block. For use by one thread. */
public interface BlockSink extends AutoCloseable {
    /**
     * Adds a block.
     *
     * @param words the ids: one word each, or two for UUIDs
     * @param length the number of words
     * @param width words of an id
     * @param began the time before the first call, by {@code System.nanoTime()}
     * @param returned the time after the last call
     * @throws IOException if it cannot be written
     */
    void add(long[] words, int length, int width, long began, long returned) throws IOException;

    @Override
    void close() throws IOException;
}
