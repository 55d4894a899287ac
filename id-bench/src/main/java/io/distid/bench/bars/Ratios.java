package io.distid.bench.bars;

import java.util.Locale;
import java.util.stream.DoubleStream;
import org.openjdk.jmh.util.ListStatistics;

/** How ratios are printed. Stateless: safe for use by any number of threads. */
public final class Ratios {
    /** That the interval around a ratio holds it. */
    private static final double CONFIDENCE = 0.95;

    private Ratios() {}

    /**
     * Whether rounds cannot tell on which side of a bound a ratio is: the interval that holds it with {@value #CONFIDENCE} has the bound
     * within. It is the interval of the mean logarithm of the ratios of single rounds.
     *
     * @param ratios of each round
     * @param bounds those that are 0 or infinite are none
     * @return false for one or two rounds, and for ratios of 0: neither is told by more rounds
     */
    public static boolean isClose(double[] ratios, double... bounds) {
        ListStatistics logs =
                new ListStatistics(DoubleStream.of(ratios).map(Math::log).toArray());
        double error = logs.getMeanErrorAt(CONFIDENCE);
        return DoubleStream.of(bounds)
                .filter(bound -> bound > 0 && !Double.isInfinite(bound))
                .anyMatch(bound -> Math.abs(logs.getMean() - Math.log(bound)) <= error);
    }

    /**
     * A ratio.
     *
     * @param ratio 0 or more
     * @return three digits or so that matter, such as {@code 0.985} or {@code 24.6}
     */
    public static String format(double ratio) {
        return String.format(Locale.ROOT, ratio >= 10 ? "%.1f" : ratio >= 0.1 ? "%.3f" : "%.4f", ratio);
    }
}
