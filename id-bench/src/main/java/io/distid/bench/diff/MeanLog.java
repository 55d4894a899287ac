package io.distid.bench.diff;

import io.distid.bench.results.Rate;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.commons.math3.stat.StatUtils;
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
        double[] logs = (byIteration
                        ? rate.samples().stream().flatMap(List::stream)
                        : rate.samples().stream()
                                .map(fork -> fork.stream().collect(Collectors.averagingDouble(each -> each))))
                .mapToDouble(Math::log)
                .toArray();
        int n = logs.length;
        double mean = StatUtils.mean(logs);
        return n > 1 && Double.isFinite(mean) ? new MeanLog(mean, StatUtils.variance(logs) / n, n) : null;
    }
}
