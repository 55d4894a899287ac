package io.distid.redis;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The clock of a server, by its last answer. Safe for use by any number of threads. */
final class ServerTime {
    /**
     * The server's time, and when it arrived by the monotonic clock. The server's clock shows more by then, so deadlines are early and never
     * late.
     */
    private record Reading(long millis, long nanos) {}

    private volatile @Nullable Reading last;

    void update(long millis) {
        last = new Reading(millis, System.nanoTime());
    }

    /** Returns the moment after a time, in epoch ms by the server's clock; 0 if that clock is not known. */
    long in(Duration time) {
        Reading known = last;
        return known == null
                ? 0
                : known.millis + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - known.nanos) + time.toMillis();
    }
}
