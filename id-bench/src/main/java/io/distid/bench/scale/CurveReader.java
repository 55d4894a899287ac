package io.distid.bench.scale;

import io.distid.bench.results.Provenance;
import io.distid.bench.results.Row;
import io.distid.bench.results.ScaleCurve;
import io.distid.bench.results.ScalePoint;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** Reads points out of curves, and remembers which, and whether one failed. For use by one thread. */
final class CurveReader {
    private final List<ScaleCurve> curves;
    private final List<ScalePoint> read = new ArrayList<>();
    private @Nullable String failure;

    /**
     * Of a run.
     *
     * @param curves of it
     */
    CurveReader(List<ScaleCurve> curves) {
        this.curves = curves;
    }

    /** The points of one curve, the least size first; none if it was not measured, or only in part. */
    List<ScalePoint> points(ScaleFigure figure, String subject, String series) {
        Optional<ScaleCurve> curve = curves.stream()
                .filter(each -> each.part().equals(figure.part().words())
                        && each.figure().equals(figure.words())
                        && each.grows().equals(figure.grows())
                        && each.subject().equals(subject)
                        && each.series().equals(series))
                .findFirst();
        // A failure of another series is none of this one: that may be complete, or not have been planned.
        if (curve.isEmpty()) {
            return List.of();
        }
        if (curve.get().status() == Row.Status.failed) {
            failure = curve.get().reason();
        }
        List<ScalePoint> found = curve.get().points();
        read.addAll(found);
        return found;
    }

    /** Why a curve that was read has failed, whatever points it has; null if none has. */
    @Nullable
    String failure() {
        return failure;
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

    /** The provenance of what was read: the most that the host took of any of its curves, and the most rounds. */
    Provenance of(Provenance run) {
        Double steal = read.stream()
                .map(ScalePoint::steal)
                .filter(Objects::nonNull)
                .max(Double::compare)
                .orElse(null);
        int rounds = read.stream()
                .map(ScalePoint::rounds)
                .filter(Objects::nonNull)
                .max(Integer::compare)
                .orElse(run.rounds());
        return run.withSteal(steal, null).withRounds(rounds);
    }

    static OptionalDouble over(OptionalDouble figure, OptionalDouble other) {
        return figure.isPresent() && other.isPresent() && other.getAsDouble() > 0
                ? OptionalDouble.of(figure.getAsDouble() / other.getAsDouble())
                : OptionalDouble.empty();
    }
}
