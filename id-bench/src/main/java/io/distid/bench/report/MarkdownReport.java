package io.distid.bench.report;

import static io.distid.bench.report.MarkdownTable.number;
import static io.distid.bench.report.MarkdownTable.text;

import io.distid.bench.machine.Machine;
import io.distid.bench.report.MarkdownTable.Column;
import io.distid.bench.results.Environment;
import io.distid.bench.results.FaultTable;
import io.distid.bench.results.Kind;
import io.distid.bench.results.Order;
import io.distid.bench.results.Origin;
import io.distid.bench.results.Rate;
import io.distid.bench.results.Reference;
import io.distid.bench.results.Results;
import io.distid.bench.results.Row;
import io.distid.bench.results.Uniqueness;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Results as Markdown, fit for a pull request. Not safe for use by several threads. */
public final class MarkdownReport {
    private final Results results;
    private final StringBuilder text = new StringBuilder("# Distributed ID strategies, measured\n\n");

    private MarkdownReport(Results results) {
        this.results = results;
    }

    /** The whole text; {@code faults}: a table of faults that goes with it, or null. */
    public static String of(Results results, @Nullable FaultTable faults) {
        return new MarkdownReport(results).write(faults);
    }

    private String write(@Nullable FaultTable faults) {
        Environment environment = results.environment();
        if (!environment.complete()) {
            text.append("**This run was interrupted: what follows is a part.**\n\n");
        }
        environment(environment);
        text.append(MarkdownTable.section(
                "Reference",
                "What nothing of its kind can beat, in the same run.",
                environment.references().stream().map(Row::of).toList(),
                rates("what", null)));
        List<Column<Row>> columns =
                rates("strategy", environment.references().stream().findFirst().orElse(null));
        Function<Row, Object> none = row -> "";
        columns.addAll(List.of(
                checked("ids checked", Row::status, (ids, order) -> ids.ids()),
                checked(
                        "duplicates",
                        none,
                        (ids, order) -> ids.tooFew() && ids.duplicates() == 0 ? Row.Status.notShown : ids.duplicates()),
                checked("order claimed", none, (ids, order) -> Units.order(order.claimed())),
                checked(
                        "order measured",
                        none,
                        (ids, order) -> ids.tooFew() ? Row.Status.notShown : Units.order(order.measured())),
                checked("inversions per generator", none, (ids, order) -> order.inversionsPerGenerator()),
                checked("across", none, (ids, order) -> order.inversionsAcross())));
        RowGroup.of(results)
                .forEach(group -> text.append(
                        MarkdownTable.section(Units.capital(group.title()), group.sentence(), group.rows(), columns)));
        text.append(MarkdownSections.all(results));
        text.append(faults == null ? "" : FaultsMarkdown.section(faults));
        list(
                "Skipped, not shown and failed",
                "Not measured, or measured with too few ids to show anything, or failed.",
                results.strategies().stream()
                        .filter(row -> row.reason() != null)
                        .map(row -> row.status() + " **" + row.name() + "**: " + row.reason()));
        list("Warnings", "Logged during the run.", results.warnings().stream());
        list(
                "How it was measured",
                "In brackets: the ratio to `AtomicLong.getAndIncrement` at as many threads.",
                MethodNote.ALL.stream().map(method -> "**" + method.what() + "**: " + method.how()));
        return text.toString();
    }

    private void environment(Environment environment) {
        Machine machine = environment.machine();
        text.append("| | |\n|---|---|\n");
        fact("date", environment.date());
        fact("CPU", machine.cpu() + ", " + machine.cores() + " cores");
        fact("memory", (machine.memoryBytes() >> 20) + " MiB");
        fact("OS", machine.os());
        fact("JVM", machine.jvm());
        fact("git revision", environment.gitRevision());
        fact("servers", environment.servers().isEmpty() ? "none" : String.join(", ", environment.servers()));
        fact("profile", environment.profile());
        fact("JMH", environment.jmh());
        if (environment.steal() != null) {
            fact("CPU time that the host took", Units.ratio(environment.steal()) + " of what the machine wanted");
        }
        if (environment.others() != null) {
            fact("CPU time that other processes took", Units.ratio(environment.others()) + " of what the machine has");
        }
        Busy.line(environment)
                .ifPresent(line -> text.append("\n**").append(line).append("**\n"));
    }

    private void fact(String name, String value) {
        text.append("| %s | %s |\n".formatted(name, MarkdownTable.cell(value)));
    }

    private void list(String title, String sentence, Stream<String> lines) {
        String list = lines.map(line -> "- " + line + "\n").collect(Collectors.joining());
        text.append(list.isEmpty() ? "" : "\n## " + title + "\n\n" + sentence + "\n\n" + list);
    }

    private List<Column<Row>> rates(String first, @Nullable Reference counter) {
        List<Column<Row>> columns = new ArrayList<>(List.of(text(first, MarkdownReport::title)));
        results.threadCounts()
                .forEach(count ->
                        columns.add(number("ids/s, " + Units.threads(count), row -> rate(row.at(count), counter))));
        return columns;
    }

    /** A peer with its library, and its settings that differ from the defaults. */
    private static String title(Row row) {
        Origin origin = row.origin();
        String suffix = Stream.of(origin.library(), origin.options())
                .filter(part -> part != null && !part.isEmpty())
                .collect(Collectors.joining(": "));
        return suffix.isEmpty() || suffix.equals(row.name()) ? row.name() : row.name() + " (" + suffix + ")";
    }

    /** A rate with its ratio to that of a counter. Much steal is marked, since such a rate says little. */
    private static String rate(@Nullable Rate rate, @Nullable Reference counter) {
        if (rate == null) {
            return "";
        }
        Rate best = counter == null ? null : Row.of(counter).at(rate.threads());
        return Units.rate(rate)
                + (best == null || best.opsPerSecond() == 0
                        ? ""
                        : " (" + Units.ratio(rate.opsPerSecond() / best.opsPerSecond()) + ")")
                + Units.steal(rate.underSteal() ? rate.steal() : null);
    }

    private static Column<Row> checked(
            String title, Function<Row, Object> unchecked, BiFunction<Uniqueness, Order, Object> checked) {
        return text(title, row -> {
            Uniqueness ids = row.get(Kind.UNIQUENESS);
            Order order = row.get(Kind.ORDERING);
            return String.valueOf(ids == null || order == null ? unchecked.apply(row) : checked.apply(ids, order));
        });
    }
}
