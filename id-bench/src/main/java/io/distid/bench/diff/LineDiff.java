package io.distid.bench.diff;

import io.distid.bench.results.BarLine;
import io.distid.bench.results.Kind;
import io.distid.bench.results.Origin;
import io.distid.bench.results.Ratios;
import io.distid.bench.results.Results;
import io.distid.bench.results.Row;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiPredicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Compares the rows, locks, tokens, entities and bars of two runs by their status, not by their figures. Immutable. */
final class LineDiff {
    private final Map<String, ComparedLine> before;
    private final Map<String, ComparedLine> after;
    private final List<BarLine> barsBefore;
    private final List<BarLine> barsAfter;

    LineDiff(Results old, Results now) {
        before = lines(old);
        after = lines(now);
        barsBefore = old.bars();
        barsAfter = now.bars();
    }

    /** A row of rates, a lock, a token or an entity. */
    private record ComparedLine(
            String name,
            Origin origin,
            Row.Status status,
            @Nullable String reason,
            boolean hasFigures) {
        boolean failed() {
            return status == Row.Status.failed;
        }
    }

    private static Map<String, ComparedLine> lines(Results results) {
        Stream<ComparedLine> rows = results.strategies().stream()
                .map(row -> new ComparedLine(
                        row.name(),
                        row.origin(),
                        row.status(),
                        row.reason(),
                        !row.rates(Kind.THROUGHPUT).isEmpty()));
        Stream<ComparedLine> others = Stream.of(results.locks(), results.tokens(), results.entities())
                .flatMap(List::stream)
                .map(line ->
                        new ComparedLine(line.name(), line.origin(), line.status(), line.reason(), line.hasFigures()));
        Map<String, ComparedLine> lines = new LinkedHashMap<>();
        Stream.concat(rows, others).forEach(line -> lines.putIfAbsent(line.name, line));
        return lines;
    }

    /** Lines that only the later run has. */
    List<String> added() {
        return after.keySet().stream().filter(name -> !before.containsKey(name)).toList();
    }

    /** Lines that only the earlier run has. */
    List<String> gone() {
        return before.keySet().stream().filter(name -> !after.containsKey(name)).toList();
    }

    /** Lines that newly failed. */
    List<Diff.EndedLine> broken() {
        return ended((then, now) -> now.failed() && !then.failed());
    }

    /** Lines that lost their figures without failing. */
    List<Diff.EndedLine> lost() {
        return ended((then, now) -> !now.failed() && !now.hasFigures && then.hasFigures);
    }

    private List<Diff.EndedLine> ended(BiPredicate<ComparedLine, ComparedLine> how) {
        return after.values().stream()
                .filter(now -> before.containsKey(now.name) && how.test(before.get(now.name), now))
                .map(now -> new Diff.EndedLine(
                        now.name,
                        now.origin.library() != null,
                        Objects.requireNonNullElse(now.reason, "it has no rate")))
                .toList();
    }

    /** Bars that are newly missed. A bar that either run did not measure is left out. */
    List<String> missed() {
        return barsAfter.stream()
                .filter(now -> Boolean.FALSE.equals(now.passed()))
                .flatMap(now -> barsBefore.stream()
                        .filter(then -> now.isOf(then) && then.holds())
                        .map(then -> missed(then, now)))
                .toList();
    }

    private static String missed(BarLine before, BarLine after) {
        return after.name() + ", " + (after.threads() == 1 ? "1 thread" : after.threads() + " threads") + ": "
                + (after.measured() == null ? after.reason() : Ratios.format(after.measured())) + " ("
                + after.required()
                + ")" + (before.measured() == null ? "" : ", was " + Ratios.format(before.measured()));
    }
}
