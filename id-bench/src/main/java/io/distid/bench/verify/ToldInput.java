package io.distid.bench.verify;

import io.distid.bench.progress.Steps;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Tells how much of a file has been read. */
final class ToldInput extends FilterInputStream {
    private final double bytes;
    private final Steps steps;
    private long read;

    ToldInput(InputStream in, long bytes, Steps steps) {
        super(in);
        this.bytes = Math.max(1, bytes);
        this.steps = steps;
    }

    @Override
    public int read(byte[] buffer, int from, int length) throws IOException {
        int count = super.read(buffer, from, length);
        read += Math.max(0, count);
        steps.at(read / bytes);
        return count;
    }
}
