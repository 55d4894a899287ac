package io.distid.bench.bars;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The figures of a run.
 *
 * @param rate ids a second
 * @param cores CPU seconds a second
 * @param bytes bytes an id
 */
record Sample(double rate, double cores, double bytes) {

    double of(Figure figure) {
        return switch (figure) {
            case RATE -> rate;
            case CORES -> cores;
            case BYTES -> bytes;
        };
    }

    /** Each figure's median over several rounds, so that a busy minute of the machine does not count. */
    static Sample median(List<Sample> rounds) {
        return new Sample(median(rounds, Sample::rate), median(rounds, Sample::cores), median(rounds, Sample::bytes));
    }

    private static double median(List<Sample> rounds, ToDoubleFunction<Sample> figure) {
        double[] sorted = rounds.stream().mapToDouble(figure).toArray();
        Arrays.sort(sorted);
        int half = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    }
}
