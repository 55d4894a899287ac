package io.distid.bench.diff;

import io.distid.bench.diff.Change.Conclusion;
import io.distid.bench.results.Kind;
import io.distid.bench.results.Rate;
import io.distid.bench.results.Reference;
import io.distid.bench.results.Results;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Compares two runs, rate by rate.
 *
 * <p>The samples are the means of each JVM, in logarithms: disturbances multiply a rate. Welch's test gives the
 * probability that two rates differ by chance. Holm's correction keeps the chance of any false alarm among all rates at
 * the level. On different machines, rates are first divided by those of their own run's first reference, and its spread
 * is included. A change that CPU steal of the host can explain does not count. Not safe for use by several threads.
 */
public final class RunDiff {
    private final Results old;
    private final Results now;
    private final double tolerance;
    private final boolean byRatio;
    private final boolean byIteration;

    private RunDiff(Results old, Results now, double tolerance) {
        this.old = old;
        this.now = now;
        this.tolerance = tolerance;
        this.byRatio = RunConditions.otherMachine(old, now);
        this.byIteration = hasSingleForks(old) || hasSingleForks(now);
    }

    /** Compares two runs and names their files; {@code tolerance}: the least change that matters, as a fraction. */
    public static Diff of(String oldName, Results old, String nowName, Results now, double tolerance) {
        RunDiff diff = new RunDiff(old, now, tolerance);
        LineDiff lines = new LineDiff(old, now);
        return new Diff(
                oldName,
                nowName,
                RunConditions.warnings(old, now),
                diff.byRatio,
                diff.byIteration,
                tolerance,
                diff.changes(),
                lines.added(),
                lines.gone(),
                lines.broken(),
                lines.lost(),
                lines.missed());
    }

    private static boolean hasSingleForks(Results results) {
        return pairs(results).anyMatch(pair -> pair.rate().samples().size() == 1);
    }

    /** A rate with its subject. */
    private record Named(String name, boolean batch, boolean reference, Rate rate) {
        boolean isSameAs(Named other) {
            return name.equals(other.name)
                    && batch == other.batch
                    && reference == other.reference
                    && rate.threads() == other.rate.threads();
        }
    }

    private static Stream<Named> pairs(Results results) {
        Stream<Named> references = results.environment().references().stream()
                .flatMap(reference ->
                        reference.throughput().stream().map(rate -> new Named(reference.name(), false, true, rate)));
        Stream<Named> rows = results.strategies().stream()
                .flatMap(row -> Stream.concat(
                        row.rates(Kind.THROUGHPUT).stream().map(rate -> new Named(row.name(), false, false, rate)),
                        row.rates(Kind.BATCH).stream().map(rate -> new Named(row.name(), true, false, rate))));
        return Stream.concat(references, rows);
    }

    /** A rate in both runs, before the probabilities are raised. */
    private record Pair(
            Named old,
            Named now,
            List<Rate> rates,
            @Nullable Double logRatio,
            @Nullable Double p) {}

    private List<Change> changes() {
        List<Pair> pairs = pairs(now)
                .flatMap(after -> pairs(old).filter(after::isSameAs).map(before -> pair(before, after)))
                .toList();
        double[] adjusted = Welch.holm(pairs.stream()
                .map(Pair::p)
                .filter(Objects::nonNull)
                .mapToDouble(Double::doubleValue)
                .toArray());
        List<Change> changes = new ArrayList<>();
        int tested = 0;
        for (Pair pair : pairs) {
            changes.add(change(pair, pair.p() == null ? null : adjusted[tested++]));
        }
        return changes;
    }

    private Pair pair(Named before, Named after) {
        Rate oldReference = reference(old, before);
        Rate newReference = reference(now, after);
        if (byRatio && (before.reference() || oldReference == null || newReference == null)) {
            // A reference of another machine cannot be compared.
            return new Pair(before, after, List.of(), null, null);
        }
        List<Rate> rates = byRatio
                ? List.of(after.rate(), before.rate(), oldReference, newReference)
                : List.of(after.rate(), before.rate());
        double sum = alternatingSum(rates, rate -> Math.log(rate.opsPerSecond()));
        Double logRatio = Double.isFinite(sum) ? sum : null;
        List<MeanLog> means = rates.stream()
                .map(rate -> MeanLog.of(rate, byIteration))
                .filter(Objects::nonNull)
                .toList();
        if (means.size() < rates.size()) {
            return new Pair(before, after, rates, logRatio, null);
        }
        return new Pair(before, after, rates, logRatio, Welch.p(alternatingSum(means, MeanLog::value), means));
    }

    /** New over old, times old reference over new reference. */
    private static <T> double alternatingSum(List<T> parts, Function<T, Double> value) {
        double sum = 0;
        for (int i = 0; i < parts.size(); i++) {
            sum += (i % 2 == 0 ? 1 : -1) * value.apply(parts.get(i));
        }
        return sum;
    }

    private static @Nullable Rate reference(Results results, Named of) {
        List<Reference> references = results.environment().references();
        return references.isEmpty()
                ? null
                : Rate.at(of.rate().threads(), references.get(0).throughput());
    }

    private Change change(Pair pair, @Nullable Double p) {
        Double change = pair.logRatio() == null ? null : Math.expm1(pair.logRatio());
        return new Change(
                pair.now().name(),
                pair.now().batch(),
                pair.now().reference(),
                pair.now().rate().threads(),
                pair.old().rate().opsPerSecond(),
                pair.now().rate().opsPerSecond(),
                change,
                p,
                verdict(pair, change, p));
    }

    private Conclusion verdict(Pair pair, @Nullable Double change, @Nullable Double p) {
        if (change == null || p == null) {
            return Conclusion.untested;
        }
        if (p >= Diff.LEVEL || Math.abs(change) < tolerance) {
            return Conclusion.none;
        }
        if (StolenChange.explains(pair.rates(), change, tolerance)) {
            return Conclusion.stolen;
        }
        return change < 0 ? Conclusion.slower : Conclusion.faster;
    }
}
