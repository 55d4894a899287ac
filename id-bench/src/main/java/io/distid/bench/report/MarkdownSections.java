package io.distid.bench.report;

import static io.distid.bench.report.MarkdownTable.number;
import static io.distid.bench.report.MarkdownTable.text;

import io.distid.bench.report.MarkdownTable.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The parts of the Markdown report beyond throughput. Each is empty if nothing of its kind was measured. */
final class MarkdownSections {
    private static final Column<Row> NAME = text("strategy", Row::name);

    private MarkdownSections() {}

    static String all(Results results) {
        List<Row> rows = results.strategies();
        return Stream.of(
                        batchAndCost(rows),
                        latency(results),
                        fleet(rows, results.control()),
                        locality(rows, results.plainKey()),
                        exposure(rows),
                        bars(results.bars()))
                .reduce("", String::concat);
    }

    private static String batchAndCost(List<Row> rows) {
        List<Column<Row>> columns = new ArrayList<>(List.of(NAME));
        rows.stream()
                .flatMap(row -> row.batch().stream())
                .map(Rate::threads)
                .distinct()
                .sorted()
                .forEach(count -> columns.add(number(
                        "ids/s by the batch, " + count + (count == 1 ? " thread" : " threads"),
                        row -> row.batch().stream()
                                .filter(rate -> rate.threads() == count)
                                .findFirst()
                                .map(Figures::rate)
                                .orElse(null))));
        columns.add(number("CPU per id", of(Row::cost, cost -> nanos(cost.cpuNanos()))));
        columns.add(number("bytes per id", of(Row::cost, cost -> figure(cost.bytes()))));
        columns.add(number("round trips per id", of(Row::traffic, traffic -> figure(traffic.roundTrips()))));
        columns.add(number(
                "ids burned",
                of(Row::traffic, traffic -> traffic.burned() == null ? null : Figures.number(traffic.burned()))));
        columns.add(number("first id", of(Row::startUp, start -> millis(start.first()))));
        columns.add(number(
                "first id after a crash",
                of(Row::startUp, start -> start.afterCrash() == null ? null : millis(start.afterCrash()))));
        return section(
                "Cost",
                "What an id costs the process, the store and the start.",
                rows,
                row -> row.cost() != null
                        || row.traffic() != null
                        || row.startUp() != null
                        || !row.batch().isEmpty(),
                columns);
    }

    /** One way of calling something. */
    private record Timed(String name, Latency latency) {}

    private static String latency(Results results) {
        Stream<Timed> references = results.environment().references().stream()
                .flatMap(each -> each.latency().stream().map(latency -> new Timed(each.name(), latency)));
        Stream<Timed> rows = results.strategies().stream()
                .flatMap(row -> row.latency().stream().map(latency -> new Timed(row.name(), latency)));
        List<Timed> timed = Stream.concat(references, rows).toList();
        return section(
                "Latency",
                "At a fixed rate of arrivals, a call is timed from when it was due.",
                timed,
                any -> true,
                List.of(
                        text("strategy", Timed::name),
                        text(
                                "calls",
                                each -> each.latency().arrivals() == null
                                        ? "flat out"
                                        : "at " + Figures.number(each.latency().arrivals()) + "/s"),
                        percentile("median", Latency::p50),
                        percentile("99 %", Latency::p99),
                        number("99.9 %", each -> nanos(each.latency().p999())),
                        number("99.99 %", each -> nanos(each.latency().p9999())),
                        percentile("longest", Latency::max),
                        number(
                                "calls timed",
                                each -> Figures.number(each.latency().samples()))));
    }

    private static Column<Timed> percentile(String title, ToLongFunction<Latency> which) {
        return number(title, each -> nanos(which.applyAsLong(each.latency())));
    }

    private static String fleet(List<Row> rows, @Nullable Control control) {
        String said = control == null
                ? ""
                : " Control: of " + Figures.number(control.ids()) + " ids of " + control.processes() + " processes of "
                        + control.strategy() + " on one worker id, the checker found "
                        + Figures.number(control.duplicates()) + " repeated"
                        + (control.caught()
                                ? "."
                                : ": **it does not find duplicates, so its verdicts are worth nothing.**");
        return section(
                "Several processes",
                "Each a node of its own; their ids merged, and every one compared with all others." + said,
                rows,
                row -> row.fleet() != null,
                List.of(
                        NAME,
                        number("processes", of(Row::fleet, fleet -> String.valueOf(fleet.processes()))),
                        count("ids", Row::fleet, Fleet::ids),
                        number("duplicates", of(Row::fleet, fleet -> String.valueOf(fleet.duplicates()))),
                        number("ids/s, recorded", of(Row::fleet, fleet -> Figures.number(fleet.idsPerSecond()))),
                        count("inversions in a process", Row::fleet, Fleet::inversionsPerNode),
                        count("across", Row::fleet, Fleet::inversionsAcross),
                        count("places off, 99 %", Row::fleet, Fleet::displacementP99),
                        count("places off, most", Row::fleet, Fleet::displacement)));
    }

    private static String locality(List<Row> rows, @Nullable Locality plain) {
        List<Row> keyed = new ArrayList<>(rows);
        if (plain != null) {
            keyed.add(0, Row.keyed("AUTO_INCREMENT key", plain));
        }
        return section(
                "As a primary key",
                "The ids as the primary key of an InnoDB table, beside a bare `AUTO_INCREMENT`.",
                keyed,
                row -> row.locality() != null,
                List.of(
                        NAME,
                        text("key", of(Row::locality, Locality::key)),
                        count("rows", Row::locality, Locality::rows),
                        figure("rows/s", Row::locality, Locality::rowsPerSecond),
                        number("beside AUTO_INCREMENT", of(Row::locality, each -> Figures.ratio(each.relative()))),
                        number("page splits", of(Row::locality, each -> figure(each.pageSplits()))),
                        figure("bytes per row", Row::locality, Locality::bytesPerRow)));
    }

    private static String exposure(List<Row> rows) {
        return section(
                "What ids tell",
                "What an outsider learns who gets to see a few of them.",
                rows,
                row -> row.exposure() != null,
                List.of(
                        NAME,
                        number("guessed", of(Row::exposure, each -> Figures.ratio(each.guessed()))),
                        number("guessed, flat out", of(Row::exposure, each -> Figures.ratio(each.guessedFlatOut()))),
                        number("volume estimated ÷ true", of(Row::exposure, each -> figure(each.volume()))),
                        number(
                                "time read, off by",
                                of(
                                        Row::exposure,
                                        each -> each.timeErrorMillis() == null
                                                ? null
                                                : millis(each.timeErrorMillis())))));
    }

    private static String bars(List<BarLine> bars) {
        return section(
                "Bars",
                "The ratios that distid has set itself.",
                bars,
                any -> true,
                List.of(
                        text("bar", BarLine::name),
                        number("threads", bar -> String.valueOf(bar.threads())),
                        text("required", BarLine::required),
                        number("measured", bar -> figure(bar.measured())),
                        text(
                                "result",
                                bar -> bar.passed() == null ? "not measured" : bar.passed() ? "held" : "**missed**"),
                        text("against", BarLine::reference)));
    }

    private static <R> String section(
            String title, String sentence, List<R> rows, Predicate<R> which, List<Column<R>> columns) {
        List<R> shown = rows.stream().filter(which).toList();
        return shown.isEmpty() ? "" : "\n## " + title + "\n\n" + sentence + "\n\n" + MarkdownTable.of(shown, columns);
    }

    private static <P> Function<Row, @Nullable String> of(
            Function<Row, @Nullable P> part, Function<P, @Nullable String> text) {
        return row -> {
            P its = part.apply(row);
            return its == null ? null : text.apply(its);
        };
    }

    private static <P> Column<Row> count(String title, Function<Row, @Nullable P> part, ToLongFunction<P> value) {
        return number(title, of(part, its -> Figures.number(value.applyAsLong(its))));
    }

    private static <P> Column<Row> figure(String title, Function<Row, @Nullable P> part, ToDoubleFunction<P> value) {
        return number(title, of(part, its -> figure(value.applyAsDouble(its))));
    }

    private static @Nullable String figure(@Nullable Double value) {
        if (value == null) {
            return null;
        }
        if (value >= 1000) {
            return Figures.number(value);
        }
        return value == 0
                ? "0"
                : value < 0.01
                        ? "<0.01"
                        : String.format(Locale.ROOT, value < 10 ? "%.2f" : value < 100 ? "%.1f" : "%.0f", value);
    }

    private static @Nullable String figure(@Nullable Long value) {
        return value == null ? null : Figures.number(value);
    }

    private static @Nullable String nanos(@Nullable Number nanos) {
        return nanos == null ? null : Figures.nanos(nanos.doubleValue());
    }

    private static String millis(double millis) {
        return Figures.nanos(millis * 1e6);
    }
}
