package io.distid.leaf;

import java.time.Duration;

/**
 * A rate from a counter that is looked at now and then: over a window or more.
 *
 * <p>Keeps the counter's value at two moments at least a window apart, and measures from the older one.
 */
final class RateMeter {
    private final long windowNanos;
    private long olderNanos;
    private long olderCount;
    private long newerNanos;
    private long newerCount;

    RateMeter(Duration window, long nanos, long count) {
        windowNanos = window.toNanos();
        olderNanos = nanos;
        olderCount = count;
        newerNanos = nanos;
        newerCount = count;
    }

    /** Takes note of the counter, and tells its rate per second. */
    synchronized double observe(long nanos, long count) {
        long elapsed = nanos - olderNanos;
        double rate = elapsed <= 0 ? 0 : Math.max(0, count - olderCount) * 1e9 / elapsed;
        if (nanos - newerNanos >= windowNanos) {
            olderNanos = newerNanos;
            olderCount = newerCount;
            newerNanos = nanos;
            newerCount = count;
        }
        return rate;
    }
}
