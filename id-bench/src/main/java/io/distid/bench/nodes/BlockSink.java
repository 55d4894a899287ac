package io.distid.bench.nodes;

import java.io.IOException;

/** Keeps ids block by block. For use by one thread. */
public interface BlockSink extends AutoCloseable {
    /** Adds a block. */
    void add(long[] words, int length, int width, long began, long returned) throws IOException;

    @Override
    void close() throws IOException;
}
