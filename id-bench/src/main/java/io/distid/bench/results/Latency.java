package io.distid.bench.results;

import org.jspecify.annotations.Nullable;

/**
 * How long single calls take. Immutable.
 *
 * @param arrivals calls a second that were due, or null if each thread called again at once
 * @param reached calls a second that were made
 * @param p50 the median, in nanoseconds; with fixed arrivals, from the due time
 * @param p999 in nanoseconds, or null with too few samples
 */
public record Latency(
        @Nullable Double arrivals,
        double reached,
        int threads,
        long samples,
        long p50,
        long p90,
        long p99,
        @Nullable Long p999,
        @Nullable Long p9999,
        long max) {}
