package io.distid.bench.workshop.growth;

import io.distid.bench.results.Median;
import io.distid.bench.results.Row;
import io.distid.bench.results.ScaleCurve;
import io.distid.bench.results.ScalePoint;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The curves of a run, point by point. For use by one thread. */
final class ScaleCurves {
    private final Map<Key, Curve> curves = new LinkedHashMap<>();
    /** The figures of the current step, in their order. */
    private final List<Found> step = new ArrayList<>();

    private record Key(ScaleFigure figure, Subject of) {}

    private record Found(Key key, long size, double value) {}

    /** A figure of one round. */
    private record Sample(double value, @Nullable Double steal) {}

    /**
     * A strategy or a source.
     *
     * @param series distinguishes subjects of one name; may be empty
     */
    record Subject(String name, String series, @Nullable String server) {
        Subject with(String other) {
            return new Subject(name, other, server);
        }
    }

    private static final class Curve {
        private final Map<Long, List<Sample>> rounds = new TreeMap<>();
        private Row.Status status = Row.Status.measured;
        private @Nullable String reason;
    }

    /** Adds figures of the current step. */
    void add(Subject of, long size, Map<ScaleFigure, Double> found) {
        // In their order, whatever that of the map.
        new TreeMap<>(found).forEach((figure, value) -> step.add(new Found(new Key(figure, of), size, value)));
    }

    /** Ends the current step: its figures are one more round of their points. */
    void round(@Nullable Double steal) {
        for (Found found : step) {
            curve(found.key)
                    .rounds
                    .computeIfAbsent(found.size, any -> new ArrayList<>())
                    .add(new Sample(found.value, steal));
        }
        step.clear();
    }

    /** Ends these figures. */
    void ended(Subject of, Row.Status how, String reason, List<ScaleFigure> figures) {
        for (ScaleFigure figure : figures) {
            Curve curve = curve(new Key(figure, of));
            curve.status = how;
            curve.reason = reason;
        }
    }

    private Curve curve(Key key) {
        return curves.computeIfAbsent(key, any -> new Curve());
    }

    /** All curves so far, grouped by figure. */
    List<ScaleCurve> all() {
        return curves.entrySet().stream()
                .sorted(Comparator.comparing(each -> each.getKey().figure))
                .map(each -> curve(each.getKey(), each.getValue()))
                .toList();
    }

    private static ScaleCurve curve(Key key, Curve curve) {
        return new ScaleCurve(
                key.figure.part.words(),
                key.figure.words,
                key.figure.unit,
                key.figure.grows,
                key.of.name,
                key.of.series,
                key.of.server,
                curve.rounds.entrySet().stream()
                        .map(each -> point(each.getKey(), each.getValue()))
                        .toList(),
                curve.status,
                curve.reason);
    }

    private static ScalePoint point(long size, List<Sample> rounds) {
        return new ScalePoint(
                size,
                Median.of(rounds.stream().map(Sample::value).toList()),
                rounds.stream()
                        .map(Sample::steal)
                        .filter(Objects::nonNull)
                        .max(Double::compare)
                        .orElse(null),
                rounds.size() == 1 ? null : rounds.size());
    }
}
