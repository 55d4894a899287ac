package io.distid.bench.report;

import io.distid.bench.results.BarLine;
import io.distid.bench.results.EntityLine;
import io.distid.bench.results.Kind;
import io.distid.bench.results.LockLine;
import io.distid.bench.results.Order;
import io.distid.bench.results.Rate;
import io.distid.bench.results.Results;
import io.distid.bench.results.Row;
import io.distid.bench.results.ScaleCurve;
import io.distid.bench.results.SubjectLine;
import io.distid.bench.results.TokenLine;
import io.distid.bench.results.Uniqueness;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Results as a table for a terminal of 80 columns. Not safe for use by several threads. */
public final class TerminalTable {
    /** A longer reason is cut at the start of its next part. */
    private static final int REASON = 120;
    /** The most subjects that are named for one reason. */
    private static final int NAMED = 4;

    private static final String LINE = "%-27.27s%14s%14s%7s %3s %s";
    private static final String LOCK_LINE = "%-27.27s%14s%14s%12s  %s";
    private static final String TOKEN_LINE = "%-27.27s%14s%14s";
    private static final String ENTITY_LINE = "%-30.30s%11s%15s";

    private final List<Integer> threads;
    private final List<String> lines = new ArrayList<>();

    /** For a table; {@code threads}: the thread counts measured; where there are more than two, the first and the last are shown. */
    public TerminalTable(List<Integer> threads) {
        this.threads = threads.size() <= 2 ? threads : List.of(threads.get(0), threads.get(threads.size() - 1));
    }

    /**
     * The table as text for the caller to print. Lines have at most 80 characters, except reasons, which follow the
     * table.
     */
    public String of(Results results) {
        List<Row> references =
                results.environment().references().stream().map(Row::of).toList();
        lines.clear();
        line(LINE, "ids/s ±error (99.9 %)", title(0), title(1), "ids", "dup", "order");
        lines.add("reference");
        references.forEach(this::measured);
        for (RowGroup group : RowGroup.of(results)) {
            lines.add(group.title());
            group.rows().forEach(this::measured);
        }
        block(
                results.locks(),
                LOCK_LINE,
                this::cells,
                "locks, locked and freed/s",
                "alone",
                "contended",
                "crash",
                "numbers");
        block(results.tokens(), TOKEN_LINE, this::cells, "tokens, consumed/s", "alone", "together");
        block(results.entities(), ENTITY_LINE, this::cells, "entities", "rows/s", "statements/row");
        scale(results.scale());
        results.strategies().forEach(row -> reason(row.status() + " " + row.name(), row.reason()));
        Busy.line(results.environment()).ifPresent(lines::add);
        String stolen = Stream.concat(references.stream(), results.strategies().stream())
                .filter(row -> row.rates(Kind.THROUGHPUT).stream().anyMatch(Rate::underSteal))
                .map(Row::name)
                .collect(Collectors.joining(", "));
        if (!stolen.isEmpty()) {
            lines.add("the host took more than a tenth of the CPU time (steal): " + stolen);
        }
        if (results.control() != null && !results.control().caught()) {
            lines.add("THE CHECK OF THE CHECKER FAILED: no duplicate was found where there must be some");
        }
        bars(results.bars());
        return String.join(System.lineSeparator(), lines);
    }

    /** The lines with figures below their titles, and why others have none. */
    private <L extends SubjectLine<L>> void block(
            List<L> all, String format, Function<L, Object[]> cells, Object... titles) {
        List<L> measured = all.stream().filter(SubjectLine::hasFigures).toList();
        if (!measured.isEmpty()) {
            line(format, titles);
        }
        measured.forEach(each -> line(format, cells.apply(each)));
        all.forEach(each -> reason(each.status() + " " + each.name(), each.reason()));
    }

    private Object[] cells(LockLine lock) {
        return new Object[] {
            " " + lock.name(),
            number(lock.alone()),
            number(lock.contended()),
            lock.afterCrash() == null ? "" : Units.nanos(lock.afterCrash() * 1e6),
            Boolean.TRUE.equals(lock.numbered()) ? "yes" : "no"
        };
    }

    private Object[] cells(TokenLine token) {
        return new Object[] {" " + token.name(), number(token.alone()), number(token.together())};
    }

    private Object[] cells(EntityLine entity) {
        return new Object[] {" " + entity.name(), number(entity.rowsPerSecond()), number(entity.statementsPerRow())};
    }

    /**
     * Reports each reason of failed curves once, for all figures and subjects that share it. Curves do not fit a
     * terminal: the files have them. A failure's message already names the subject.
     */
    private void scale(List<ScaleCurve> curves) {
        Map<List<String>, List<String>> ends = curves.stream()
                .filter(curve -> curve.reason() != null)
                .collect(Collectors.groupingBy(
                        curve -> List.of(curve.status() + " growth of " + curve.part(), curve.reason()),
                        LinkedHashMap::new,
                        Collectors.mapping(ScaleCurve::subject, Collectors.toList())));
        ends.forEach((end, subjects) -> {
            List<String> names = subjects.stream().distinct().toList();
            String of = names.size() <= NAMED
                    ? String.join(", ", names)
                    : names.get(0) + " and " + (names.size() - 1) + " more";
            reason(end.get(0) + (end.get(0).startsWith("skipped") ? " (" + of + ")" : ""), end.get(1));
        });
    }

    /** Adds a reason, if there is one. One of several parts is cut after the first; the files have them all. */
    private void reason(String what, @Nullable String reason) {
        if (reason != null) {
            String line = what + ": " + reason;
            int more = line.indexOf("; ", REASON);
            lines.add(
                    line.length() <= 2 * REASON || more < 0
                            ? line
                            : line.substring(0, more) + "; ... (more in report.md)");
        }
    }

    private void bars(List<BarLine> bars) {
        long measured = bars.stream().filter(bar -> bar.passed() != null).count();
        long held = bars.stream().filter(BarLine::holds).count();
        if (measured > 0) {
            lines.add("bars: " + held + " of " + measured + " measured hold, of " + bars.size() + " in all");
        }
    }

    private void measured(Row row) {
        Uniqueness uniqueness = row.get(Kind.UNIQUENESS);
        Order order = row.get(Kind.ORDERING);
        boolean notShown = uniqueness != null && uniqueness.tooFew();
        line(
                LINE,
                " " + row.name(),
                rate(row, 0),
                rate(row, 1),
                uniqueness == null ? "" : Units.number(uniqueness.ids()),
                uniqueness == null
                        ? ""
                        : notShown && uniqueness.duplicates() == 0 ? "?" : Units.number(uniqueness.duplicates()),
                order == null ? "" : notShown ? Row.Status.notShown : Units.order(order.measured()));
    }

    private String title(int column) {
        return column < threads.size() ? Units.threads(threads.get(column)) : "";
    }

    private String rate(Row row, int column) {
        Rate rate = column < threads.size() ? row.at(threads.get(column)) : null;
        return rate == null ? "" : Units.rate(rate);
    }

    private static String number(@Nullable Double value) {
        return value == null ? "" : Units.number(value);
    }

    private void line(String format, Object... cells) {
        lines.add(String.format(Locale.ROOT, format, cells).stripTrailing());
    }
}
