package io.distid.bench.diff;

import io.distid.bench.results.Rate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The mean of the logarithms of a rate's samples, and how far it may be off: a sum or difference of such means is the logarithm
 * of a product or a ratio of rates.
 *
 * @param value the mean
 * @param variance of the mean
 * @param samples how many it is of
 */
record MeanLog(double value, double variance, int samples) {

    /**
     * Of one value a JVM. Iterations of one JVM are more alike than JVMs are, so that many of them do not say more.
     *
     * @param byIteration whether each iteration counts instead, where there is one JVM only
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
