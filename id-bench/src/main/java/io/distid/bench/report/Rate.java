package io.distid.bench.report;

import org.jspecify.annotations.Nullable;

/**
 * A throughput.
 *
 * @param threads how many shared the generator
 * @param opsPerSecond ids a second, of all threads together
 * @param error half the width of the 99.9 % confidence interval, in ids a second; null if there are too few iterations for one
 */
public record Rate(
        int threads, double opsPerSecond, @Nullable Double error) {}
