package io.distid.bench.diff;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.apache.commons.math3.distribution.TDistribution;

/**
 * Welch's test of whether a sum and difference of independent means is 0, with the degrees of freedom of Satterthwaite: for two
 * means it is the usual one for unequal variances. Gives probabilities; whether a rate changed, {@link RunDiff} decides by them.
 *
 * @see <a href="https://doi.org/10.1093/biomet/34.1-2.28">B. L. Welch, The generalization of "Student's" problem, 1947</a>
 */
final class Welch {
    private Welch() {}

    /**
     * The probability of a difference as great as this one, or greater, if there were none.
     *
     * @param difference the sum and difference of the means
     * @param means all that are in it
     * @return from 0 to 1
     */
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
     * Raises the probabilities of many tests, after Holm, so that the chance of even one false alarm among all of them is no
     * more than the level that each is held to.
     *
     * @param ps one for each test
     * @return the same, in the same order, each from 0 to 1
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
