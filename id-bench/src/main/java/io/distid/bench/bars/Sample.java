package io.distid.bench.bars;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The figures of a run.
 *
 * @param figures all that it has; one that is not there is 0
 */
record Sample(Map<Figure, Double> figures) {

    double of(Figure figure) {
        return figures.getOrDefault(figure, 0.0);
    }

    /** Each figure's median over several rounds, so that a busy minute of the machine does not count. */
    static Sample median(List<Sample> rounds) {
        Map<Figure, Double> medians = new EnumMap<>(Figure.class);
        for (Figure figure : Figure.values()) {
            medians.put(figure, median(rounds, figure));
        }
        return new Sample(medians);
    }

    private static double median(List<Sample> rounds, Figure figure) {
        double[] sorted =
                rounds.stream().mapToDouble(sample -> sample.of(figure)).toArray();
        Arrays.sort(sorted);
        int half = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    }
}
