package io.distid.bench.latency;

import io.distid.bench.results.Latency;
import java.io.Serializable;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** Calls that were timed in nanoseconds. The histogram may also count calls that still wait and were not made. */
record TimedCalls(Histogram histogram, long made, long nanos) implements Serializable {
    private static final long LONGEST = TimeUnit.HOURS.toNanos(1);
    private static final int DIGITS = 3;

    /** The fewest samples above a percentile: with fewer, chance decides. */
    private static final int ABOVE = 10;

    /** Enough for the 99th percentile; with fewer there is nothing to report. */
    static final long LEAST = needed(99);

    /** A histogram of fixed size: growing would disturb a call. */
    static Histogram emptyHistogram() {
        return new Histogram(LONGEST, DIGITS);
    }

    /** How many samples a percentile needs. */
    static long needed(double percentile) {
        return Math.round(ABOVE / (1 - percentile / 100));
    }

    double perSecond() {
        return made * 1e9 / Math.max(1, nanos);
    }

    /** These calls and others, if there are any. */
    TimedCalls plus(@Nullable TimedCalls other) {
        if (other == null) {
            return this;
        }
        Histogram both = histogram.copy();
        both.add(other.histogram);
        return new TimedCalls(both, made + other.made, nanos + other.nanos);
    }

    /** The figures of these calls of one thread, with those percentiles for which there are enough. */
    Latency latency(@Nullable Double arrivals) {
        return new Latency(
                arrivals,
                perSecond(),
                1,
                histogram.getTotalCount(),
                histogram.getValueAtPercentile(50),
                histogram.getValueAtPercentile(90),
                histogram.getValueAtPercentile(99),
                at(99.9),
                at(99.99),
                histogram.getMaxValue());
    }

    private @Nullable Long at(double percentile) {
        return histogram.getTotalCount() < needed(percentile) ? null : histogram.getValueAtPercentile(percentile);
    }
}
