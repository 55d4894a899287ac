package io.distid.bench.nodes;

import java.io.IOException;

/** Keeps ids as they are drawn, block by block. For use by one thread. */
public interface BlockSink extends AutoCloseable {
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
    void add(long[] words, int length, int width, long began, long returned) throws IOException;

    @Override
    void close() throws IOException;
}
