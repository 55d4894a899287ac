package io.distid.bench.results;

import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * The growth of a figure with a size. Immutable.
 *
 * @param part the part: {@code tags}, {@code threads}, {@code verify} or {@code leases}
 * @param grows what the size counts, in words
 * @param subject a strategy, or a source of worker ids
 * @param series distinguishes curves of the same figure and subject; may be empty
 * @param server product, version and origin of its server, or null if there is none
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

    /** The units of figures. Immutable. */
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

    /** The figure at a size; empty if that size was not measured. */
    public OptionalDouble at(long size) {
        return points.stream()
                .filter(point -> point.size() == size)
                .mapToDouble(ScalePoint::value)
                .findFirst();
    }

    /** The name of the curve among others of its figure: subject and series. */
    public String name() {
        return series.isEmpty() ? subject : subject + ", " + series;
    }
}
