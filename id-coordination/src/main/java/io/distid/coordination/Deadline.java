package io.distid.coordination;

import java.time.Duration;

/**
 * Until when a caller waits, by the monotonic clock. Immutable.
 *
 * @param start when it began
 * @param nanos how long it waits; {@link Long#MAX_VALUE} for as long as it takes
 */
record Deadline(long start, long nanos) {

    static Deadline in(Duration wait) {
        long nanos;
        try {
            nanos = Math.max(0, wait.toNanos());
        } catch (ArithmeticException e) {
            nanos = wait.isNegative() ? 0 : Long.MAX_VALUE;
        }
        return new Deadline(System.nanoTime(), nanos);
    }

    /** In ns; zero or less once it is over. */
    long left() {
        return nanos == Long.MAX_VALUE ? Long.MAX_VALUE : nanos - (System.nanoTime() - start);
    }
}
