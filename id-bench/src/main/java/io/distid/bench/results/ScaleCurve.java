package io.distid.bench.results;

import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * How one figure grows with one size. Immutable.
 *
 * @param part what was measured: {@code tags}, {@code threads}, {@code verify} or {@code leases}
 * @param figure which figure of it, in words
 * @param unit of the figure
 * @param grows what the size counts, in words
 * @param subject what it is of: a strategy, or a source of worker ids
 * @param series what tells it from other curves of the same figure and subject, or empty
 * @param server product, version and origin of its server, or null if there is none
 * @param points by size, the least first
 * @param status how it went
 * @param reason why it was skipped or failed, at the size after the last point, or null
 */
public record ScaleCurve(
        String part,
        String figure,
        Unit unit,
        String grows,
        String subject,
        String series,
        @Nullable String server,
        List<ScalePoint> points,
        Row.Status status,
        @Nullable String reason) {

    /** What a figure is measured in. Immutable. */
    public enum Unit {
        /** Bytes. */
        BYTES,
        /** Nanoseconds. */
        NANOS,
        /** A number of something. */
        COUNT,
        /** So many each second. */
        PER_SECOND
    }

    /** Copies the points. */
    public ScaleCurve {
        points = List.copyOf(points);
    }

    /** The same with other points; {@code others}: by size, the least first. */
    public ScaleCurve with(List<ScalePoint> others) {
        return new ScaleCurve(part, figure, unit, grows, subject, series, server, others, status, reason);
    }

    /** The figure at a size; {@code size}: how many of what grows; empty if that size was not measured. */
    public OptionalDouble at(long size) {
        return points.stream()
                .filter(point -> point.size() == size)
                .mapToDouble(ScalePoint::value)
                .findFirst();
    }

    /** What the curve is called beside others of its figure: subject and series. */
    public String name() {
        return series.isEmpty() ? subject : subject + ", " + series;
    }
}
