package io.distid.redis;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The clock of a server, as its last answer told. Safe for use by any number of threads. */
final class ServerTime {
    /** When the answer had come, by this process's monotonic clock: the server's shows more by then, so deadlines are early and never late. */
    private record Told(long millis, long nanos) {}

    private volatile @Nullable Told last;

    void told(long millis) {
        last = new Told(millis, System.nanoTime());
    }

    /** When so much time has passed, in epoch ms by the server's clock; 0 if that is not known. */
    long in(Duration time) {
        Told known = last;
        return known == null
                ? 0
                : known.millis + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - known.nanos) + time.toMillis();
    }
}
