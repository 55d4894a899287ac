package io.distid.bench.scale;

import io.distid.bench.results.Row;
import io.distid.bench.results.ScaleCurve;
import io.distid.bench.results.ScalePoint;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The curves of a run, point by point. For use by one thread. */
final class ScaleCurves {
    private final Map<Key, Curve> curves = new LinkedHashMap<>();

    private record Key(ScaleFigure figure, Subject of) {}

    /**
     * What curves are of.
     *
     * @param name a strategy or a source of worker ids
     * @param series what tells it from others of the same name, or empty
     * @param server in one line, or null
     */
    record Subject(String name, String series, @Nullable String server) {
        Subject with(String other) {
            return new Subject(name, other, server);
        }
    }

    private static final class Curve {
        private final List<ScalePoint> points = new ArrayList<>();
        private Row.Status status = Row.Status.measured;
        private @Nullable String reason;
    }

    void add(Subject of, long size, TrialFigures found) {
        found.all().forEach((figure, value) -> add(of, size, figure, value));
    }

    void add(Subject of, long size, ScaleFigure figure, double value) {
        curve(figure, of).points.add(new ScalePoint(size, value));
    }

    /** Nothing more comes of these figures. */
    void ended(Subject of, Row.Status how, String reason, List<ScaleFigure> figures) {
        for (ScaleFigure figure : figures) {
            Curve curve = curve(figure, of);
            curve.status = how;
            curve.reason = reason;
        }
    }

    private Curve curve(ScaleFigure figure, Subject of) {
        return curves.computeIfAbsent(new Key(figure, of), any -> new Curve());
    }

    /** All of them, as they stand: those of one figure beside each other. */
    List<ScaleCurve> all() {
        return curves.entrySet().stream()
                .sorted(Comparator.comparing(each -> each.getKey().figure))
                .map(each -> curve(each.getKey(), each.getValue()))
                .toList();
    }

    private static ScaleCurve curve(Key key, Curve curve) {
        return new ScaleCurve(
                key.figure.part().words(),
                key.figure.words(),
                key.figure.unit(),
                key.figure.grows(),
                key.of.name,
                key.of.series,
                key.of.server,
                curve.points,
                curve.status,
                curve.reason);
    }
}
