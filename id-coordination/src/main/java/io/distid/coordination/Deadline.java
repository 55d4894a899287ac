package io.distid.coordination;

import java.time.Duration;

/**
 * Until when a caller waits, by the monotonic clock. Immutable.
 *
 * @param start when it began
 * @param nanos how long it waits; {@link Long#MAX_VALUE} for as long as it takes
 */
record Deadline(long start, long nanos) {
    private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);

    static Deadline in(Duration wait) {
        // Compared and not caught: each lock that is waited for as long as it takes comes by here.
        long nanos = wait.compareTo(LONGEST) >= 0 ? Long.MAX_VALUE : wait.isNegative() ? 0 : wait.toNanos();
        return new Deadline(System.nanoTime(), nanos);
    }

    /** In ns; zero or less once it is over. */
    long left() {
        return nanos == Long.MAX_VALUE ? Long.MAX_VALUE : nanos - (System.nanoTime() - start);
    }
}
