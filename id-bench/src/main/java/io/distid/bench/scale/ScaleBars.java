package io.distid.bench.scale;

import io.distid.bench.bars.Ratios;
import io.distid.bench.results.BarLine;
import io.distid.bench.results.Provenance;
import io.distid.bench.results.ScaleCurve;
import io.distid.bench.results.ScalePoint;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What growth may cost. Stateless: safe for use by any number of threads. */
public final class ScaleBars {
    /** As many tags as the bars name; of fewer, what all share weighs more than what each has. */
    static final int TAGS = 10_000;

    static final double LEAST_RATE_AT_TAGS = 0.3;
    /** Fewer ids are sorted in memory, all at once. */
    private static final long IDS = 10_000_000;

    private static final String LEAF = TagsGrowth.SUBJECT;
    private static final String VERIFY = VerifyGrowth.SUBJECT;
    private static final String SHORT = LeasesGrowth.series(3);
    private static final String LONG = LeasesGrowth.series(30);

    private ScaleBars() {}

    /** A figure, or a ratio of two, and where it must lie. */
    private record ScaleBar(
            String name,
            double atLeast,
            double atMost,
            @Nullable String reference,
            Function<CurveReader, OptionalDouble> figure) {

        BarLine line(List<ScaleCurve> measured, @Nullable Provenance provenance, String otherwise) {
            CurveReader curves = new CurveReader(measured);
            String required = atLeast > 0 ? ">= " + Ratios.format(atLeast) : "<= " + Ratios.format(atMost);
            OptionalDouble found = figure.apply(curves);
            Provenance own = provenance == null ? null : curves.of(provenance);
            if (curves.failure() != null) {
                return new BarLine(name, 1, required, null, null, null, false, "failed: " + curves.failure(), own);
            }
            if (found.isEmpty()) {
                return new BarLine(name, 1, required, null, null, null, null, otherwise, null);
            }
            double value = found.getAsDouble();
            boolean passed = value >= atLeast && value <= atMost;
            return new BarLine(name, 1, required, value, reference, null, passed, null, own);
        }
    }

    /**
     * The bars. One that is read off a curve that failed is missed, whatever sizes were measured before.
     *
     * @param curves what was measured; none if nothing was
     * @param provenance of the curves, or null if nothing was measured
     * @param otherwise why a bar has no figure
     * @return a line for each
     */
    public static List<BarLine> of(List<ScaleCurve> curves, @Nullable Provenance provenance, String otherwise) {
        return all().stream()
                .map(bar -> bar.line(curves, provenance, otherwise))
                .toList();
    }

    private static List<ScaleBar> all() {
        List<ScaleBar> bars = new ArrayList<>();
        bars.add(atLeast(
                "scale: nextId of leaf-segment at 10,000 tags against one tag",
                LEAST_RATE_AT_TAGS,
                "one tag",
                curves -> curves.ratio(ScaleFigure.TAG_CALL, LEAF, "", 1, TAGS)));
        bars.add(atMost(
                "scale: statements of a refresh of leaf-segment for 1,000 tags, at most tags",
                1,
                null,
                curves -> last(
                        atLeast(TAGS, curves.points(ScaleFigure.REFRESH_STATEMENTS, LEAF, "")),
                        point -> 1000 * point.value() / point.size())));
        for (VerifyTrial.Kind kind : VerifyTrial.Kind.values()) {
            bars.add(atMost(
                    "scale: time of verify for an id, most ids against 10,000,000, " + kind.series(),
                    1.3,
                    "10,000,000 ids",
                    curves -> lastOverFirst(
                            atLeast(IDS, curves.points(ScaleFigure.VERIFY_TIME, VERIFY, kind.series())),
                            point -> point.value() / point.size())));
            bars.add(atMost(
                    "scale: memory of verify, most ids against 10,000,000, " + kind.series(),
                    1.3,
                    "10,000,000 ids",
                    curves -> lastOverFirst(
                            atLeast(IDS, curves.points(ScaleFigure.VERIFY_MEMORY, VERIFY, kind.series())),
                            ScalePoint::value)));
        }
        for (LeasesGrowth.Source source : LeasesGrowth.Source.values()) {
            String name = source.subject();
            bars.add(atMost(
                    "scale: server's CPU for a renewal, 1,000 held against 10, " + name,
                    1.2,
                    "10 held",
                    curves -> curves.ratio(ScaleFigure.RENEWAL_CPU, name, SHORT, 1000, 10)));
            bars.add(atMost(
                    "scale: round trips to acquire with 99 % held, " + name,
                    3,
                    null,
                    curves -> curves.at(ScaleFigure.FULL_ROUND_TRIPS, name, "", 99)));
            bars.add(atMost(
                    "scale: threads for 10,000 held, " + name,
                    8,
                    null,
                    curves -> curves.at(ScaleFigure.LEASE_THREADS, name, LONG, 10_000)));
            bars.add(atMost(
                    "scale: of 10,000 held at 30 s, ever late, " + name,
                    0,
                    null,
                    curves -> curves.at(ScaleFigure.LATE, name, LONG, 10_000)));
        }
        return bars;
    }

    private static ScaleBar atLeast(
            String name, double least, @Nullable String reference, Function<CurveReader, OptionalDouble> figure) {
        return new ScaleBar(name, least, Double.POSITIVE_INFINITY, reference, figure);
    }

    private static ScaleBar atMost(
            String name, double most, @Nullable String reference, Function<CurveReader, OptionalDouble> figure) {
        return new ScaleBar(name, 0, most, reference, figure);
    }

    private static List<ScalePoint> atLeast(long size, List<ScalePoint> points) {
        return points.stream().filter(point -> point.size() >= size).toList();
    }

    private static OptionalDouble last(List<ScalePoint> points, Function<ScalePoint, Double> figure) {
        return points.isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of(figure.apply(points.get(points.size() - 1)));
    }

    private static OptionalDouble lastOverFirst(List<ScalePoint> points, Function<ScalePoint, Double> figure) {
        return points.size() < 2
                ? OptionalDouble.empty()
                : CurveReader.over(last(points, figure), OptionalDouble.of(figure.apply(points.get(0))));
    }
}
