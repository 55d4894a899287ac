package io.distid.bench.throughput;

import java.util.Arrays;
import java.util.EnumMap;
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
        Map<Figure, Double> figures) {
    private static final String BETWEEN = ",";
    private static final String NONE = "-";

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

    /** The words of an answer. */
    Object[] words() {
        return new Object[] {
            threads,
            batch,
            String.join(BETWEEN, rates.stream().map(String::valueOf).toList()),
            lead == null ? NONE : lead,
            String.join(
                    BETWEEN, figures.entrySet().stream().map(Object::toString).toList())
        };
    }

    /** Parses the words of an answer. */
    static TrialResult of(List<String> words) {
        Map<Figure, Double> figures = new EnumMap<>(Figure.class);
        for (String entry : words.get(4).split(BETWEEN)) {
            String[] pair = entry.split("=");
            figures.put(Figure.valueOf(pair[0]), Double.parseDouble(pair[1]));
        }
        return new TrialResult(
                Integer.parseInt(words.get(0)),
                Boolean.parseBoolean(words.get(1)),
                Arrays.stream(words.get(2).split(BETWEEN)).map(Double::valueOf).toList(),
                words.get(3).equals(NONE) ? null : Double.valueOf(words.get(3)),
                figures);
    }
}
