package io.distid.etcd;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * Closes a stream on which nothing was heard for some time, so that its reader ends by an {@link IOException}: a link that died without having said so is read from
 * for ever. Its one daemon thread runs until the stream or this is closed. Safe for use by any number of threads.
 */
final class SilenceLimit implements AutoCloseable {
    private final InputStream stream;
    private final long nanos;
    private final Thread thread;
    /** As {@link System#nanoTime}. */
    private volatile long heardAt = System.nanoTime();

    private volatile boolean passed;
    private volatile boolean over;

    private SilenceLimit(InputStream stream, Duration limit) {
        this.stream = stream;
        this.nanos = limit.toNanos();
        this.thread = new Thread(null, this::await, "distid-etcd-lock-silence", 0, false);
    }

    /** Counts from now on. */
    static SilenceLimit of(InputStream stream, Duration limit) {
        SilenceLimit silence = new SilenceLimit(stream, limit);
        silence.thread.setContextClassLoader(null);
        silence.thread.setDaemon(true);
        silence.thread.start();
        return silence;
    }

    /** Something was heard, so it counts from now on. */
    void heard() {
        heardAt = System.nanoTime();
    }

    /** Whether it was silent for too long, which is why its reader failed. */
    boolean passed() {
        return passed;
    }

    /** Lets the stream be. */
    @Override
    public void close() {
        over = true;
        LockSupport.unpark(thread);
    }

    private void await() {
        try {
            for (long left = nanos; left > 0; left = nanos - (System.nanoTime() - heardAt)) {
                LockSupport.parkNanos(this, left);
                if (over) {
                    return;
                }
                // A stray interrupt would end each pause from now on.
                Thread.interrupted();
            }
            passed = true;
        } finally {
            // Also after an Error, since nobody would see to it any more that the stream is heard.
            if (!over) {
                end();
            }
        }
    }

    private void end() {
        try {
            stream.close();
        } catch (IOException e) {
            // It is broken, and so its reader ends.
        }
    }
}
