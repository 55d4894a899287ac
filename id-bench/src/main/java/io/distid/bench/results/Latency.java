package io.distid.bench.results;

import org.jspecify.annotations.Nullable;

/**
 * How long single calls take. Immutable.
 *
 * @param arrivals calls a second that were due, or null if each thread called again as soon as its last call had returned
 * @param reached calls a second that were made
 * @param threads how many called
 * @param samples how many calls the figures are of
 * @param p50 the median, in nanoseconds; where arrivals were fixed, from when the call was due
 * @param p90 in nanoseconds
 * @param p99 in nanoseconds
 * @param p999 in nanoseconds, or null if there were too few samples to tell
 * @param p9999 in nanoseconds, or null if there were too few samples to tell
 * @param max the longest call, in nanoseconds
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
