package io.distid.bench.throughput;

import java.io.Serializable;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The result of a measurement in a child JVM. Immutable.
 *
 * @param rates ids a second of each iteration
 * @param lead the greatest lead at the end of an iteration, in seconds; null if ids have no readable time
 */
public record TrialResult(
        int threads,
        boolean batch,
        List<Double> rates,
        @Nullable Double lead,
        Map<Figure, Double> figures) implements Serializable {
    /** Copies the collections. */
    public TrialResult {
        rates = List.copyOf(rates);
        figures = Map.copyOf(figures);
    }

    /** A figure that must be there: a 0 in its place would keep any upper bound. */
    public double of(Figure figure) {
        Double value = figures.get(figure);
        if (value == null) {
            throw new IllegalStateException(figure + " was not measured");
        }
        return value;
    }
}
