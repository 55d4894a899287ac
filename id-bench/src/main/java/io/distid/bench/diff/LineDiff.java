package io.distid.bench.diff;

import io.distid.bench.results.BarLine;
import io.distid.bench.results.Kind;
import io.distid.bench.results.Origin;
import io.distid.bench.results.Ratios;
import io.distid.bench.results.Results;
import io.distid.bench.results.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Compares the rows, locks, tokens, entities and bars of two runs by their status, not by their figures. Immutable. */
final class LineDiff {
    private final List<ComparedLine> before;
    private final List<ComparedLine> after;
    private final List<BarLine> barsBefore;
    private final List<BarLine> barsAfter;

    /** Of two runs. */
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
        EndedLine ended() {
            return new EndedLine(name, origin.library() != null, Objects.requireNonNullElse(reason, "it has no rate"));
        }
    }

    private static List<ComparedLine> lines(Results results) {
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
        return Stream.concat(rows, others).toList();
    }

    /** Lines that only the later run has. */
    List<String> added() {
        return missing(after, before);
    }

    /** Lines that only the earlier run has. */
    List<String> gone() {
        return missing(before, after);
    }

    private static List<String> missing(List<ComparedLine> from, List<ComparedLine> in) {
        return from.stream()
                .filter(line -> find(in, line).isEmpty())
                .map(ComparedLine::name)
                .toList();
    }

    /** Lines that newly failed. */
    List<EndedLine> broken() {
        return after.stream()
                .filter(line -> line.status == Row.Status.failed)
                .filter(line -> find(before, line)
                        .filter(then -> then.status != Row.Status.failed)
                        .isPresent())
                .map(ComparedLine::ended)
                .toList();
    }

    /** Lines that lost their figures without failing. */
    List<EndedLine> lost() {
        return after.stream()
                .filter(line -> line.status != Row.Status.failed && !line.hasFigures)
                .filter(line ->
                        find(before, line).filter(ComparedLine::hasFigures).isPresent())
                .map(ComparedLine::ended)
                .toList();
    }

    /** Bars that are newly missed. A bar that either run did not measure is left out. */
    List<String> missed() {
        List<String> missed = new ArrayList<>();
        for (BarLine after : barsAfter) {
            for (BarLine before : barsBefore) {
                if (after.isOf(before)
                        && Boolean.FALSE.equals(after.passed())
                        && Boolean.TRUE.equals(before.passed())) {
                    missed.add(missed(before, after));
                }
            }
        }
        return missed;
    }

    private static String missed(BarLine before, BarLine after) {
        return after.name() + ", " + (after.threads() == 1 ? "1 thread" : after.threads() + " threads") + ": "
                + (after.measured() == null ? after.reason() : Ratios.format(after.measured())) + " ("
                + after.required()
                + ")" + (before.measured() == null ? "" : ", was " + Ratios.format(before.measured()));
    }

    private static Optional<ComparedLine> find(List<ComparedLine> lines, ComparedLine like) {
        return lines.stream().filter(line -> line.name.equals(like.name)).findFirst();
    }
}
