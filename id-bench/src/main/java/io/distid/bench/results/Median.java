package io.distid.bench.results;

import java.util.List;

/** The middle of some figures. Stateless: safe for use by any number of threads. */
public final class Median {
    private Median() {}

    /** The median: the middle one, or the mean of the two in the middle. */
    public static double of(List<Double> figures) {
        List<Double> sorted = figures.stream().sorted().toList();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }
}
