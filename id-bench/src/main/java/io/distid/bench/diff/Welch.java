package io.distid.bench.diff;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.apache.commons.math3.distribution.TDistribution;

/**
 * Welch's test whether a sum and difference of independent means is 0, with Satterthwaite's degrees of freedom. For two
 * means it is the usual test for unequal variances. It gives probabilities; {@link RunDiff} decides by them whether a
 * rate changed.
 *
 * @see <a href="https://doi.org/10.1093/biomet/34.1-2.28">B. L. Welch, The generalization of "Student's" problem, 1947</a>
 */
final class Welch {
    private Welch() {}

    /** The probability of a difference at least this large if the means were equal. */
    static double p(double difference, List<MeanLog> means) {
        double variance = 0;
        double share = 0;
        for (MeanLog mean : means) {
            variance += mean.variance();
            share += mean.variance() * mean.variance() / (mean.samples() - 1);
        }
        if (variance == 0) {
            return difference == 0 ? 1 : 0;
        }
        double t = Math.abs(difference) / Math.sqrt(variance);
        return 2 * new TDistribution(null, variance * variance / share).cumulativeProbability(-t);
    }

    /**
     * Raises the probabilities of many tests by Holm's method. The chance of any false alarm among all of them is then
     * at most the level of each.
     */
    static double[] holm(double[] ps) {
        Integer[] order = new Integer[ps.length];
        Arrays.setAll(order, i -> i);
        Arrays.sort(order, Comparator.comparingDouble(i -> ps[i]));
        double[] adjusted = new double[ps.length];
        double least = 0;
        for (int rank = 0; rank < order.length; rank++) {
            least = Math.max(least, Math.min(1, ps[order[rank]] * (ps.length - rank)));
            adjusted[order[rank]] = least;
        }
        return adjusted;
    }
}
