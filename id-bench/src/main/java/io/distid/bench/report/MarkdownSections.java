package io.distid.bench.report;

import static io.distid.bench.report.MarkdownTable.number;
import static io.distid.bench.report.MarkdownTable.text;

import io.distid.bench.report.MarkdownTable.Column;
import io.distid.bench.results.BarLine;
import io.distid.bench.results.Control;
import io.distid.bench.results.Cost;
import io.distid.bench.results.EntityLine;
import io.distid.bench.results.Kind;
import io.distid.bench.results.Latency;
import io.distid.bench.results.Locality;
import io.distid.bench.results.LockLine;
import io.distid.bench.results.MergedNodes;
import io.distid.bench.results.Predictability;
import io.distid.bench.results.Provenance;
import io.distid.bench.results.Rate;
import io.distid.bench.results.Results;
import io.distid.bench.results.RoundTrips;
import io.distid.bench.results.Row;
import io.distid.bench.results.ScaleCurve;
import io.distid.bench.results.ScalePoint;
import io.distid.bench.results.StartUp;
import io.distid.bench.results.SubjectLine;
import io.distid.bench.results.TokenLine;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The parts of the Markdown report beyond throughput. Each is empty if nothing of its kind was measured. */
final class MarkdownSections {
    private static final Column<Row> NAME = text("strategy", Row::name);

    private MarkdownSections() {}

    static String all(Results results) {
        List<Row> rows = results.strategies();
        return batchAndCost(rows)
                + latency(results)
                + nodes(rows, results.control())
                + locality(rows, results.plainKey())
                + predictability(rows)
                + locks(results.locks())
                + tokens(results.tokens())
                + entities(results.entities())
                + growth(results.scale())
                + bars(results.bars());
    }

    private static String batchAndCost(List<Row> rows) {
        List<Column<Row>> columns = new ArrayList<>(List.of(NAME));
        rows.stream()
                .flatMap(row -> row.rates(Kind.BATCH).stream())
                .map(Rate::threads)
                .distinct()
                .sorted()
                .forEach(count -> columns.add(number(
                        "ids/s by the batch, " + Units.threads(count),
                        row -> row.rates(Kind.BATCH).stream()
                                .filter(rate -> rate.threads() == count)
                                .findFirst()
                                .map(Units::rate)
                                .orElse(null))));
        columns.addAll(List.of(
                column("CPU per id", Kind.COST, Cost::cpuNanos, MarkdownSections::nanos),
                column("bytes per id", Kind.COST, Cost::bytes, MarkdownSections::figure),
                column("round trips per id", Kind.ROUND_TRIPS, RoundTrips::perId, MarkdownSections::figure),
                column("ids burned", Kind.ROUND_TRIPS, RoundTrips::burned, MarkdownSections::count),
                column("first id", Kind.START_UP, StartUp::first, MarkdownSections::millis),
                column("first id after a crash", Kind.START_UP, StartUp::afterCrash, MarkdownSections::millis)));
        return section(
                "Cost",
                "What an id costs the process, the store and the start.",
                rows.stream()
                        .filter(row -> row.get(Kind.COST) != null
                                || row.get(Kind.ROUND_TRIPS) != null
                                || row.get(Kind.START_UP) != null
                                || !row.rates(Kind.BATCH).isEmpty())
                        .toList(),
                columns);
    }

    /** One way of calling something. */
    private record Timed(String name, Latency latency) {}

    private static String latency(Results results) {
        Stream<Timed> references = results.environment().references().stream()
                .flatMap(each -> each.latency().stream().map(latency -> new Timed(each.name(), latency)));
        Stream<Timed> rows = results.strategies().stream()
                .flatMap(row -> Objects.requireNonNull(row.get(Kind.LATENCY)).stream()
                        .map(latency -> new Timed(row.name(), latency)));
        return section(
                "Latency",
                "At a fixed rate of arrivals, a call is timed from when it was due.",
                Stream.concat(references, rows).toList(),
                List.of(
                        text("strategy", Timed::name),
                        text(
                                "calls",
                                each -> each.latency().arrivals() == null
                                        ? "flat out"
                                        : "at " + Units.number(each.latency().arrivals()) + "/s"),
                        percentile("median", Latency::p50),
                        percentile("99 %", Latency::p99),
                        percentile("99.9 %", Latency::p999),
                        percentile("99.99 %", Latency::p9999),
                        percentile("longest", Latency::max),
                        number(
                                "calls timed",
                                each -> Units.number(each.latency().samples()))));
    }

    private static Column<Timed> percentile(String title, Function<Latency, @Nullable Long> which) {
        return number(title, each -> of(which.apply(each.latency()), MarkdownSections::nanos));
    }

    private static String nodes(List<Row> rows, @Nullable Control control) {
        String message = control == null ? "" : control(control);
        String merged = section(
                "Several processes",
                ("Each a node of its own; their ids merged, and every one compared with all others. " + message)
                        .strip(),
                with(rows, Kind.NODES),
                List.of(
                        NAME,
                        column("processes", Kind.NODES, MergedNodes::processes, String::valueOf),
                        merged("ids", MergedNodes::ids),
                        column("duplicates", Kind.NODES, MarkdownSections::duplicates, String::valueOf),
                        merged("ids/s, recorded", MergedNodes::idsPerSecond),
                        merged("inversions in a process", MergedNodes::inversionsPerNode),
                        merged("across", MergedNodes::inversionsAcross),
                        merged("places off, 99 %", MergedNodes::displacementP99),
                        merged("places off, most", MergedNodes::displacement)));
        // No verdict holds without the control, so it is reported even if no processes were started.
        return merged.isEmpty() && control != null ? "\n## The check of the checker\n\n" + message + "\n" : merged;
    }

    private static Column<Row> merged(String title, Function<MergedNodes, Number> value) {
        return column(title, Kind.NODES, value, MarkdownSections::count);
    }

    private static Object duplicates(MergedNodes nodes) {
        return nodes.tooFew() && nodes.duplicates() == 0 ? Row.Status.notShown : nodes.duplicates();
    }

    private static String control(Control control) {
        return "Control: of " + Units.number(control.ids()) + " ids of " + control.source() + ", the checker found "
                + Units.number(control.duplicates()) + " repeated"
                + (control.caught() ? "." : ": **it does not find duplicates, so its verdicts are worth nothing.**");
    }

    private static String locality(List<Row> rows, @Nullable Locality plain) {
        List<Row> keyed = new ArrayList<>(rows);
        if (plain != null) {
            keyed.add(0, Row.keyed("AUTO_INCREMENT key", plain));
        }
        List.copyOf(keyed).forEach(row -> {
            Locality own = row.get(Kind.LOCALITY);
            if (own != null && own.onPostgreSql() != null) {
                keyed.add(Row.keyed(row.name() + " on PG", own.onPostgreSql()));
            }
        });
        return section(
                "As a primary key",
                "The ids as the primary key of a table of InnoDB, and on PG of PostgreSQL, beside the server's own `AUTO_INCREMENT` or `IDENTITY`.",
                with(keyed, Kind.LOCALITY),
                List.of(
                        NAME,
                        text("key", row -> of(row.get(Kind.LOCALITY), Locality::key)),
                        column("rows", Kind.LOCALITY, Locality::rows, MarkdownSections::count),
                        column("rows/s", Kind.LOCALITY, Locality::rowsPerSecond, MarkdownSections::figure),
                        column("beside AUTO_INCREMENT", Kind.LOCALITY, Locality::relative, Units::ratio),
                        column("page splits", Kind.LOCALITY, Locality::pageSplits, MarkdownSections::count),
                        column("pages written", Kind.LOCALITY, Locality::pagesWritten, MarkdownSections::count),
                        column("bytes per row", Kind.LOCALITY, Locality::bytesPerRow, MarkdownSections::figure)));
    }

    private static String predictability(List<Row> rows) {
        Kind<Predictability> kind = Kind.PREDICTABILITY;
        return section(
                "What ids tell",
                "What an observer learns from a few of them.",
                with(rows, kind),
                List.of(
                        NAME,
                        column("guessed", kind, Predictability::guessed, Units::ratio),
                        column("guessed, flat out", kind, Predictability::guessedFlatOut, Units::ratio),
                        column("volume estimated ÷ true", kind, Predictability::volume, MarkdownSections::figure),
                        column("time read, off by", kind, Predictability::timeErrorMillis, MarkdownSections::millis)));
    }

    private static String locks(List<LockLine> locks) {
        return section(
                "Locks",
                "Locked and freed: by one thread that has no rival, by "
                        + first(locks, lock -> together(lock.threads(), lock.processes()))
                        + " that want one lock, and by a process that waits while the holder's is killed.",
                locks,
                List.of(
                        text("lock", LockLine::name),
                        text("library", lock -> lock.origin().library()),
                        text("server", LockLine::server),
                        number("alone, per s", lock -> of(lock.alone(), MarkdownSections::figure)),
                        number("contended, per s", lock -> of(lock.contended(), MarkdownSections::figure)),
                        number("granted after a crash", lock -> of(lock.afterCrash(), MarkdownSections::millis)),
                        number(
                                "silence that ends a holder",
                                lock -> lock.afterCrash() == null ? null : millis(lock.leaseMillis())),
                        text("fencing numbers", lock -> of(lock.numbered(), numbered -> numbered ? "yes" : "no")),
                        reason()));
    }

    private static String tokens(List<TokenLine> tokens) {
        return section(
                "Tokens",
                "Idempotency tokens not used before, consumed by one thread, and by "
                        + first(tokens, token -> together(token.threads(), token.processes()) + "."),
                tokens,
                List.of(
                        text("tokens", TokenLine::name),
                        text("server", TokenLine::server),
                        number("alone, per s", token -> of(token.alone(), MarkdownSections::figure)),
                        number("together, per s", token -> of(token.together(), MarkdownSections::figure)),
                        reason()));
    }

    private static String entities(List<EntityLine> entities) {
        return section(
                "As an entity's id",
                "Entities with a payload of 100 bytes, inserted by Hibernate in one thread, in batches of 50, "
                        + first(
                                entities,
                                entity -> String.format(
                                        Locale.ROOT, "%,d in each of %d rounds.", entity.rows(), entity.rounds())),
                entities,
                List.of(
                        text("id", EntityLine::name),
                        text("library", entity -> entity.origin().library()),
                        text("server", EntityLine::server),
                        number("rows/s", entity -> of(entity.rowsPerSecond(), MarkdownSections::figure)),
                        number("statements a row", entity -> of(entity.statementsPerRow(), MarkdownSections::figure)),
                        reason()));
    }

    private static String together(int threads, int processes) {
        return threads + " threads in each of " + processes + " processes";
    }

    private static <L> String first(List<L> lines, Function<L, String> words) {
        return lines.isEmpty() ? "" : words.apply(lines.get(0));
    }

    private static <L extends SubjectLine<L>> Column<L> reason() {
        return text("", line -> of(line.reason(), reason -> line.status() + ": " + reason));
    }

    /** How the cost grows: a table for each figure. */
    private static String growth(List<ScaleCurve> curves) {
        Map<String, List<ScaleCurve>> figures = curves.stream()
                .collect(Collectors.groupingBy(
                        curve -> curve.part() + ": " + curve.figure() + ", by " + curve.grows(),
                        LinkedHashMap::new,
                        Collectors.toList()));
        StringBuilder section = new StringBuilder();
        figures.forEach((title, all) -> section.append(
                        section.isEmpty() ? "\n## Growth\n\nHow the cost grows with tags and worker ids held.\n" : "")
                .append("\n### " + title + "\n\n" + MarkdownTable.of(all, sizes(all))));
        return section.toString();
    }

    private static List<Column<ScaleCurve>> sizes(List<ScaleCurve> curves) {
        List<Column<ScaleCurve>> columns = new ArrayList<>(List.of(text("of", ScaleCurve::name)));
        curves.stream()
                .flatMap(curve -> curve.points().stream())
                .map(ScalePoint::size)
                .distinct()
                .sorted()
                .forEach(size -> columns.add(number(
                        Units.number(size),
                        curve -> curve.points().stream()
                                .filter(point -> point.size() == size)
                                .findFirst()
                                .map(point -> value(curve.unit(), point))
                                .orElse(null))));
        columns.add(text("server", ScaleCurve::server));
        columns.add(text("", curve -> of(curve.reason(), reason -> curve.status() + ": " + reason)));
        return columns;
    }

    private static String value(ScaleCurve.Unit unit, ScalePoint point) {
        double figure = point.value();
        String text = switch (unit) {
            case BYTES -> Units.bytes(figure);
            case NANOS -> Units.nanos(figure);
            case COUNT -> figure > 0 && figure < 0.01 ? "<0.01" : Units.number(figure);
            case PER_SECOND -> Units.number(figure) + "/s";
        };
        return text + Units.steal(point.underSteal() ? point.steal() : null);
    }

    private static String bars(List<BarLine> bars) {
        return section(
                "Bars",
                "The ratios that distid has set itself.",
                bars,
                List.of(
                        text("bar", BarLine::name),
                        number("threads", bar -> String.valueOf(bar.threads())),
                        text("required", BarLine::required),
                        number("measured", bar -> of(bar.measured(), MarkdownSections::figure)),
                        text(
                                "result",
                                bar -> bar.passed() == null ? "not measured" : bar.passed() ? "held" : "**missed**"),
                        text("against", BarLine::reference),
                        text("measured at", bar -> of(bar.provenance(), MarkdownSections::provenance))));
    }

    private static String provenance(Provenance provenance) {
        return provenance.revision() + ", " + provenance.date() + ", " + provenance.rounds() + " × "
                + provenance.seconds() + " s"
                + (provenance.underSteal() ? ", **under steal**" : "");
    }

    private static <R> String section(String title, String sentence, List<R> rows, List<Column<R>> columns) {
        return rows.isEmpty() ? "" : MarkdownTable.section(title, sentence, rows, columns);
    }

    private static List<Row> with(List<Row> rows, Kind<?> kind) {
        return rows.stream().filter(row -> row.get(kind) != null).toList();
    }

    private static <P, V> Column<Row> column(
            String title, Kind<P> kind, Function<P, @Nullable V> figure, Function<V, String> text) {
        return number(title, row -> of(of(row.get(kind), figure), text));
    }

    private static <V, T> @Nullable T of(@Nullable V value, Function<V, @Nullable T> text) {
        return value == null ? null : text.apply(value);
    }

    private static String figure(double value) {
        if (value >= 1000) {
            return Units.number(value);
        }
        return value == 0
                ? "0"
                : value < 0.01
                        ? "<0.01"
                        : String.format(Locale.ROOT, value < 10 ? "%.2f" : value < 100 ? "%.1f" : "%.0f", value);
    }

    private static String count(Number value) {
        return Units.number(value.doubleValue());
    }

    private static String nanos(Number nanos) {
        return Units.nanos(nanos.doubleValue());
    }

    private static String millis(double millis) {
        return Units.nanos(millis * 1e6);
    }
}
