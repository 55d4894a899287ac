package io.distid.bench.duplicates;

import org.HdrHistogram.Histogram;

/**
 * The maximum and the 99th percentile of many distances, in memory that does not grow with them. The percentile is
 * exact up to 10,000 places, and above that at most a ten-thousandth too large.
 */
final class Displacements {
    private final Histogram distances = new Histogram(Integer.MAX_VALUE, 4);
    private long max;

    /** Adds a distance; {@code distance}: in places, at least 0. */
    void add(int distance) {
        distances.recordValue(distance);
        max = Math.max(max, distance);
    }

    /** The greatest; 0 if there is none. */
    long max() {
        return max;
    }

    /** The smallest distance that 99 % do not exceed; 0 if there is none. */
    long p99() {
        return Math.min(distances.getValueAtPercentile(99), max);
    }
}
