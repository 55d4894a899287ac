package io.distid.bench.workshop.growth;

import io.distid.bench.results.Median;
import io.distid.bench.results.Row;
import io.distid.bench.results.ScaleCurve;
import io.distid.bench.results.ScalePoint;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The curves of a run, point by point. For use by one thread. */
final class ScaleCurves {
    private final Map<Key, List<Found>> curves = new LinkedHashMap<>();
    private final Map<Key, End> ends = new HashMap<>();
    /** The figures of the current step, in their order. */
    private final List<Found> step = new ArrayList<>();

    private record Key(ScaleFigure figure, Subject of) {}

    /** A figure of one round. */
    private record Found(
            Key key, long size, double value, @Nullable Double steal) {}

    private record End(Row.Status how, @Nullable String reason) {}

    /** A strategy or a source; {@code series} distinguishes those of one name, and may be empty. */
    record Subject(String name, String series, @Nullable String server) {
        Subject with(String other) {
            return new Subject(name, other, server);
        }
    }

    /** Adds figures of the current step. */
    void add(Subject of, long size, Map<ScaleFigure, Double> found) {
        // In their order, whatever that of the map.
        new TreeMap<>(found).forEach((figure, value) -> step.add(new Found(new Key(figure, of), size, value, null)));
    }

    /** Ends the current step: its figures are one more round of their points. */
    void round(@Nullable Double steal) {
        for (Found found : step) {
            curve(found.key).add(new Found(found.key, found.size, found.value, steal));
        }
        step.clear();
    }

    /** Ends these figures. */
    void ended(Subject of, Row.Status how, String reason, List<ScaleFigure> figures) {
        for (ScaleFigure figure : figures) {
            curve(new Key(figure, of));
            ends.put(new Key(figure, of), new End(how, reason));
        }
    }

    private List<Found> curve(Key key) {
        return curves.computeIfAbsent(key, any -> new ArrayList<>());
    }

    /** All curves so far, grouped by figure. */
    List<ScaleCurve> all() {
        return curves.entrySet().stream()
                .sorted(Comparator.comparing(each -> each.getKey().figure))
                .map(each -> curve(each.getKey(), each.getValue()))
                .toList();
    }

    private ScaleCurve curve(Key key, List<Found> found) {
        End end = ends.getOrDefault(key, new End(Row.Status.measured, null));
        return new ScaleCurve(
                key.figure.part.words(),
                key.figure.words,
                key.figure.unit,
                key.figure.grows,
                key.of.name,
                key.of.series,
                key.of.server,
                found.stream()
                        .collect(Collectors.groupingBy(Found::size, TreeMap::new, Collectors.toList()))
                        .values()
                        .stream()
                        .map(ScaleCurves::point)
                        .toList(),
                end.how,
                end.reason);
    }

    private static ScalePoint point(List<Found> rounds) {
        return new ScalePoint(
                rounds.get(0).size,
                Median.of(rounds.stream().map(Found::value).toList()),
                rounds.stream()
                        .map(Found::steal)
                        .filter(Objects::nonNull)
                        .max(Double::compare)
                        .orElse(null),
                rounds.size() == 1 ? null : rounds.size());
    }
}
