package io.distid.bench.latency;

import io.distid.bench.results.Latency;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** Reads those percentiles of timed calls for which there are enough calls. */
final class Percentiles {
    /** The fewest samples above a percentile: with fewer, chance decides. */
    private static final int ABOVE = 10;

    /** Enough for the 99th percentile; with fewer there is nothing to report. */
    static final long LEAST = needed(99);

    private Percentiles() {}

    /** How many samples a percentile needs. */
    static long needed(double percentile) {
        return Math.round(ABOVE / (1 - percentile / 100));
    }

    /** The figures of the calls of one thread. */
    static Latency of(TimedCalls timed, @Nullable Double arrivals) {
        Histogram histogram = timed.histogram();
        return new Latency(
                arrivals,
                timed.perSecond(),
                1,
                histogram.getTotalCount(),
                histogram.getValueAtPercentile(50),
                histogram.getValueAtPercentile(90),
                histogram.getValueAtPercentile(99),
                at(99.9, histogram),
                at(99.99, histogram),
                histogram.getMaxValue());
    }

    private static @Nullable Long at(double percentile, Histogram histogram) {
        return histogram.getTotalCount() < needed(percentile) ? null : histogram.getValueAtPercentile(percentile);
    }
}
