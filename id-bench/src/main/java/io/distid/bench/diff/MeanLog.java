package io.distid.bench.diff;

import io.distid.bench.results.Rate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The mean of the logarithms of a rate's samples, with its variance. A sum or difference of such means is the logarithm
 * of a product or a ratio of rates.
 */
record MeanLog(double value, double variance, int samples) {

    /**
     * Takes one value for each JVM. Iterations of a JVM are more alike than JVMs are, so more iterations add no
     * information.
     *
     * @param byIteration whether each iteration counts instead, if there is only one JVM
     * @return null if there are fewer than two samples, or one is not positive
     */
    static @Nullable MeanLog of(Rate rate, boolean byIteration) {
        double[] logs = byIteration
                ? rate.samples().stream()
                        .flatMap(List::stream)
                        .mapToDouble(Math::log)
                        .toArray()
                : rate.samples().stream()
                        .mapToDouble(fork -> Math.log(fork.stream()
                                .mapToDouble(Double::doubleValue)
                                .average()
                                .orElse(0)))
                        .toArray();
        int n = logs.length;
        if (n < 2) {
            return null;
        }
        double mean = 0;
        for (double log : logs) {
            mean += log / n;
        }
        double squares = 0;
        for (double log : logs) {
            squares += (log - mean) * (log - mean);
        }
        return Double.isFinite(mean) ? new MeanLog(mean, squares / (n - 1) / n, n) : null;
    }
}
