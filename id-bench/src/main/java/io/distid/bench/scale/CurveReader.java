package io.distid.bench.scale;

import io.distid.bench.results.ScaleCurve;
import io.distid.bench.results.ScalePoint;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Reads points out of curves. Immutable.
 *
 * @param curves of a run
 */
record CurveReader(List<ScaleCurve> curves) {

    /** The points of one curve, the least size first; none if it was not measured, or only in part. */
    List<ScalePoint> points(ScaleFigure figure, String subject, String series) {
        return curves.stream()
                .filter(curve -> curve.part().equals(figure.part().words())
                        && curve.figure().equals(figure.words())
                        && curve.grows().equals(figure.grows())
                        && curve.subject().equals(subject)
                        && curve.series().equals(series))
                .findFirst()
                .map(ScaleCurve::points)
                .orElse(List.of());
    }

    OptionalDouble at(ScaleFigure figure, String subject, String series, long size) {
        return points(figure, subject, series).stream()
                .filter(point -> point.size() == size)
                .mapToDouble(ScalePoint::value)
                .findFirst();
    }

    /** A figure at one size divided by that at another. */
    OptionalDouble ratio(ScaleFigure figure, String subject, String series, long size, long other) {
        return over(at(figure, subject, series, size), at(figure, subject, series, other));
    }

    static OptionalDouble over(OptionalDouble figure, OptionalDouble other) {
        return figure.isPresent() && other.isPresent() && other.getAsDouble() > 0
                ? OptionalDouble.of(figure.getAsDouble() / other.getAsDouble())
                : OptionalDouble.empty();
    }
}
