package io.distid.bench.duplicates;

import org.HdrHistogram.Histogram;

/**
 * The maximum and the 99th percentile of many distances, in memory that does not grow with them. The percentile is
 * exact up to 10,000 places, and above that at most a ten-thousandth too large. For use by one thread.
 */
public final class Displacements {
    private static final int DIGITS = 4;

    private final Histogram distances = new Histogram(Integer.MAX_VALUE, DIGITS);
    private long max;

    /** Without any. */
    public Displacements() {}

    /** Adds a distance; {@code distance}: in places, at least 0. */
    public void add(int distance) {
        distances.recordValue(distance);
        max = Math.max(max, distance);
    }

    /** The greatest; 0 if there is none. */
    public long max() {
        return max;
    }

    /** The 99th percentile: the smallest distance that 99 % do not exceed; 0 if there is none. */
    public long p99() {
        return Math.min(distances.getValueAtPercentile(99), max);
    }
}
