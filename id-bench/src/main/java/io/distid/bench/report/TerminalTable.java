package io.distid.bench.report;

import io.distid.bench.results.BarLine;
import io.distid.bench.results.Control;
import io.distid.bench.results.Kind;
import io.distid.bench.results.LockLine;
import io.distid.bench.results.Order;
import io.distid.bench.results.Rate;
import io.distid.bench.results.Reference;
import io.distid.bench.results.Results;
import io.distid.bench.results.Row;
import io.distid.bench.results.ScaleCurve;
import io.distid.bench.results.Uniqueness;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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

    private static final String TOKEN_LINE = "%-27.27s%14s%14s";
    private static final String ENTITY_LINE = "%-30.30s%11s%15s";
    private static final String LOCK_LINE = "%-27.27s%14s%14s%12s  %s";

    private final List<Integer> threads;

    /** For a table; {@code threads}: the thread counts measured; where there are more than two, the first and the last are shown. */
    public TerminalTable(List<Integer> threads) {
        this.threads = threads.size() <= 2 ? threads : List.of(threads.get(0), threads.get(threads.size() - 1));
    }

    /**
     * The table as text for the caller to print. Lines have at most 80 characters, except reasons, which follow the
     * table.
     */
    public String of(Results results) {
        List<String> lines = new ArrayList<>();
        lines.add(line(LINE, "ids/s ±error (99.9 %)", title(0), title(1), "ids", "dup", "order"));
        lines.add("reference");
        for (Reference reference : results.environment().references()) {
            lines.add(measured(Row.of(reference)));
        }
        lines.add("in-process");
        results.strategies().stream()
                .filter(row ->
                        row.server() == null && row.hasFigures() && row.origin().library() == null)
                .forEach(row -> lines.add(measured(row)));
        List<Row> peers = results.strategies().stream()
                .filter(row ->
                        row.server() == null && row.hasFigures() && row.origin().library() != null)
                .toList();
        if (!peers.isEmpty()) {
            lines.add("peers, in-process");
            peers.forEach(row -> lines.add(measured(row)));
        }
        for (String server : results.environment().servers()) {
            List<Row> networked = results.strategies().stream()
                    .filter(row -> server.equals(row.server()) && row.hasFigures())
                    .toList();
            if (!networked.isEmpty()) {
                lines.add("over the network to " + server);
                networked.forEach(row -> lines.add(measured(row)));
            }
        }
        locks(results, lines);
        tokens(results, lines);
        entities(results, lines);
        scale(results.scale(), lines);
        results.strategies().stream()
                .filter(row -> row.reason() != null)
                .forEach(row -> lines.add(shortened(row.status() + " " + row.name() + ": " + row.reason())));
        Busy.line(results.environment()).ifPresent(lines::add);
        String stolen = Stream.concat(
                        results.environment().references().stream().map(Row::of), results.strategies().stream())
                .filter(row -> row.rates(Kind.THROUGHPUT).stream().anyMatch(Rate::underSteal))
                .map(Row::name)
                .collect(Collectors.joining(", "));
        if (!stolen.isEmpty()) {
            lines.add("the host took more than a tenth of the CPU time (steal): " + stolen);
        }
        Control control = results.control();
        if (control != null && !control.caught()) {
            lines.add("THE CHECK OF THE CHECKER FAILED: no duplicate was found where there must be some");
        }
        bars(results.bars()).ifPresent(lines::add);
        return String.join(System.lineSeparator(), lines);
    }

    private static void locks(Results results, List<String> lines) {
        if (results.locks().stream().anyMatch(LockLine::hasFigures)) {
            lines.add(line(LOCK_LINE, "locks, locked and freed/s", "alone", "contended", "crash", "numbers"));
        }
        results.locks().stream()
                .filter(LockLine::hasFigures)
                .forEach(lock -> lines.add(line(
                        LOCK_LINE,
                        " " + lock.name(),
                        lock.alone() == null ? "" : Units.number(lock.alone()),
                        lock.contended() == null ? "" : Units.number(lock.contended()),
                        lock.afterCrash() == null ? "" : Units.nanos(lock.afterCrash() * 1e6),
                        Boolean.TRUE.equals(lock.numbered()) ? "yes" : "no")));
        results.locks().stream()
                .filter(lock -> lock.reason() != null)
                .forEach(lock -> lines.add(shortened(lock.status() + " " + lock.name() + ": " + lock.reason())));
    }

    private static void tokens(Results results, List<String> lines) {
        if (results.tokens().stream().anyMatch(token -> token.alone() != null)) {
            lines.add(line(TOKEN_LINE, "tokens, consumed/s", "alone", "together"));
        }
        results.tokens().stream()
                .filter(token -> token.alone() != null)
                .forEach(token -> lines.add(line(
                        TOKEN_LINE,
                        " " + token.name(),
                        Units.number(token.alone()),
                        token.together() == null ? "" : Units.number(token.together()))));
        results.tokens().stream()
                .filter(token -> token.reason() != null)
                .forEach(token -> lines.add(shortened(token.status() + " " + token.name() + ": " + token.reason())));
    }

    private static void entities(Results results, List<String> lines) {
        if (results.entities().stream().anyMatch(entity -> entity.rowsPerSecond() != null)) {
            lines.add(line(ENTITY_LINE, "entities", "rows/s", "statements/row"));
        }
        results.entities().stream()
                .filter(entity -> entity.rowsPerSecond() != null)
                .forEach(entity -> lines.add(line(
                        ENTITY_LINE,
                        " " + entity.name(),
                        Units.number(entity.rowsPerSecond()),
                        Units.number(entity.statementsPerRow()))));
        results.entities().stream()
                .filter(entity -> entity.reason() != null)
                .forEach(
                        entity -> lines.add(shortened(entity.status() + " " + entity.name() + ": " + entity.reason())));
    }

    /** Why curves of growth ended or did not begin. */
    private record ScaleEnd(
            Row.Status status, String part, @Nullable String reason) {
        /** The line of a reason with its subjects. A failure's message already names the subject and the size. */
        String line(Set<String> subjects) {
            String first = subjects.iterator().next();
            String of = subjects.size() <= NAMED
                    ? String.join(", ", subjects)
                    : first + " and " + (subjects.size() - 1) + " more";
            return status + " growth of " + part + (status == Row.Status.skipped ? " (" + of + ")" : "") + ": "
                    + reason;
        }
    }

    /**
     * Reports each reason of failed curves once, for all figures and subjects that share it. Curves do not fit a
     * terminal: the files have them.
     */
    private static void scale(List<ScaleCurve> curves, List<String> lines) {
        Map<ScaleEnd, Set<String>> subjects = new LinkedHashMap<>();
        curves.stream()
                .filter(curve -> curve.reason() != null)
                .forEach(curve -> subjects.computeIfAbsent(
                                new ScaleEnd(curve.status(), curve.part(), curve.reason()),
                                any -> new LinkedHashSet<>())
                        .add(curve.subject()));
        subjects.forEach((end, names) -> lines.add(shortened(end.line(names))));
    }

    /** Cuts a reason of several parts after the first; the files have them all. */
    private static String shortened(String line) {
        int more = line.indexOf("; ", REASON);
        return line.length() <= 2 * REASON || more < 0 ? line : line.substring(0, more) + "; ... (more in report.md)";
    }

    /** The outcome of the bars, if any was measured. */
    private static Optional<String> bars(List<BarLine> bars) {
        long measured = bars.stream().filter(bar -> bar.passed() != null).count();
        long held =
                bars.stream().filter(bar -> Boolean.TRUE.equals(bar.passed())).count();
        return measured == 0
                ? Optional.empty()
                : Optional.of("bars: " + held + " of " + measured + " measured hold, of " + bars.size() + " in all");
    }

    private String measured(Row row) {
        Uniqueness uniqueness = row.get(Kind.UNIQUENESS);
        Order order = row.get(Kind.ORDERING);
        boolean notShown = uniqueness != null && uniqueness.tooFew();
        return line(
                LINE,
                " " + row.name(),
                rate(row, 0),
                rate(row, 1),
                uniqueness == null ? "" : Units.number(uniqueness.ids()),
                uniqueness == null
                        ? ""
                        : notShown && uniqueness.duplicates() == 0 ? "?" : Units.number(uniqueness.duplicates()),
                order == null ? "" : notShown ? Row.Status.notShown.toString() : Units.order(order.measured()));
    }

    private String title(int column) {
        if (column >= threads.size()) {
            return "";
        }
        int count = threads.get(column);
        return count + (count == 1 ? " thread" : " threads");
    }

    private String rate(Row row, int column) {
        Rate rate = column < threads.size() ? row.at(threads.get(column)) : null;
        return rate == null ? "" : Units.rate(rate);
    }

    private static String line(String format, Object... cells) {
        return String.format(Locale.ROOT, format, cells).stripTrailing();
    }
}
