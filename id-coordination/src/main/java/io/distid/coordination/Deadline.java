package io.distid.coordination;

import java.time.Duration;

/**
 * The end of a caller's wait, by the monotonic clock. Immutable.
 *
 * @param nanos how long it waits; {@link Long#MAX_VALUE} for no limit
 */
record Deadline(long start, long nanos) {
    private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);

    static Deadline in(Duration wait) {
        // Compared, since an exception would be slow: each wait without limit comes here.
        long nanos = wait.compareTo(LONGEST) >= 0 ? Long.MAX_VALUE : wait.isNegative() ? 0 : wait.toNanos();
        return new Deadline(System.nanoTime(), nanos);
    }

    /** In ns; zero or less once it is over. */
    long left() {
        return nanos == Long.MAX_VALUE ? Long.MAX_VALUE : nanos - (System.nanoTime() - start);
    }
}
