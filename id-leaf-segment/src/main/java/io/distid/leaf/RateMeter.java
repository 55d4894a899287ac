package io.distid.leaf;

/**
 * A rate from a counter that is looked at now and then: over the last ten seconds or more.
 *
 * <p>Keeps the counter's value at two moments at least ten seconds apart, and measures from the older one.
 */
final class RateMeter {
    private static final long WINDOW_NANOS = 10_000_000_000L;

    private long olderNanos;
    private long olderCount;
    private long newerNanos;
    private long newerCount;

    RateMeter(long nanos) {
        olderNanos = nanos;
        newerNanos = nanos;
    }

    /** Takes note of the counter, and tells its rate per second. */
    synchronized double observe(long nanos, long count) {
        long elapsed = nanos - olderNanos;
        double rate = elapsed <= 0 ? 0 : Math.max(0, count - olderCount) * 1e9 / elapsed;
        if (nanos - newerNanos >= WINDOW_NANOS) {
            olderNanos = newerNanos;
            olderCount = newerCount;
            newerNanos = nanos;
            newerCount = count;
        }
        return rate;
    }
}
