package io.distid.bench.report;

import static io.distid.bench.report.MarkdownTable.number;
import static io.distid.bench.report.MarkdownTable.text;

import io.distid.bench.report.MarkdownTable.Column;
import io.distid.bench.results.BarLine;
import io.distid.bench.results.Control;
import io.distid.bench.results.EntityLine;
import io.distid.bench.results.Kind;
import io.distid.bench.results.Latency;
import io.distid.bench.results.Locality;
import io.distid.bench.results.LockLine;
import io.distid.bench.results.MergedNodes;
import io.distid.bench.results.Provenance;
import io.distid.bench.results.Rate;
import io.distid.bench.results.Results;
import io.distid.bench.results.Row;
import io.distid.bench.results.TokenLine;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
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
                        nodes(rows, results.control()),
                        locality(rows, results.plainKey()),
                        predictability(rows),
                        locks(results.locks()),
                        tokens(results.tokens()),
                        entities(results.entities()),
                        ScaleMarkdown.section(results.scale()),
                        bars(results.bars()))
                .reduce("", String::concat);
    }

    private static String batchAndCost(List<Row> rows) {
        List<Column<Row>> columns = new ArrayList<>(List.of(NAME));
        rows.stream()
                .flatMap(row -> row.rates(Kind.BATCH).stream())
                .map(Rate::threads)
                .distinct()
                .sorted()
                .forEach(count -> columns.add(number(
                        "ids/s by the batch, " + count + (count == 1 ? " thread" : " threads"),
                        row -> row.rates(Kind.BATCH).stream()
                                .filter(rate -> rate.threads() == count)
                                .findFirst()
                                .map(Units::rate)
                                .orElse(null))));
        columns.add(number("CPU per id", of(Kind.COST, cost -> nanos(cost.cpuNanos()))));
        columns.add(number("bytes per id", of(Kind.COST, cost -> figure(cost.bytes()))));
        columns.add(number("round trips per id", of(Kind.ROUND_TRIPS, trips -> figure(trips.perId()))));
        columns.add(number(
                "ids burned",
                of(Kind.ROUND_TRIPS, trips -> trips.burned() == null ? null : Units.number(trips.burned()))));
        columns.add(number("first id", of(Kind.START_UP, start -> millis(start.first()))));
        columns.add(number(
                "first id after a crash",
                of(Kind.START_UP, start -> start.afterCrash() == null ? null : millis(start.afterCrash()))));
        return section(
                "Cost",
                "What an id costs the process, the store and the start.",
                rows,
                row -> row.get(Kind.COST) != null
                        || row.get(Kind.ROUND_TRIPS) != null
                        || row.get(Kind.START_UP) != null
                        || !row.rates(Kind.BATCH).isEmpty(),
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
                                        : "at " + Units.number(each.latency().arrivals()) + "/s"),
                        percentile("median", Latency::p50),
                        percentile("99 %", Latency::p99),
                        number("99.9 %", each -> nanos(each.latency().p999())),
                        number("99.99 %", each -> nanos(each.latency().p9999())),
                        percentile("longest", Latency::max),
                        number(
                                "calls timed",
                                each -> Units.number(each.latency().samples()))));
    }

    private static Column<Timed> percentile(String title, ToLongFunction<Latency> which) {
        return number(title, each -> nanos(which.applyAsLong(each.latency())));
    }

    private static String nodes(List<Row> rows, @Nullable Control control) {
        String message = control == null ? "" : control(control);
        String merged = section(
                "Several processes",
                ("Each a node of its own; their ids merged, and every one compared with all others. " + message)
                        .strip(),
                rows,
                row -> row.get(Kind.NODES) != null,
                List.of(
                        NAME,
                        number("processes", of(Kind.NODES, nodes -> String.valueOf(nodes.processes()))),
                        count("ids", Kind.NODES, MergedNodes::ids),
                        number(
                                "duplicates",
                                of(
                                        Kind.NODES,
                                        nodes -> nodes.tooFew() && nodes.duplicates() == 0
                                                ? Row.Status.notShown.toString()
                                                : String.valueOf(nodes.duplicates()))),
                        number("ids/s, recorded", of(Kind.NODES, nodes -> Units.number(nodes.idsPerSecond()))),
                        count("inversions in a process", Kind.NODES, MergedNodes::inversionsPerNode),
                        count("across", Kind.NODES, MergedNodes::inversionsAcross),
                        count("places off, 99 %", Kind.NODES, MergedNodes::displacementP99),
                        count("places off, most", Kind.NODES, MergedNodes::displacement)));
        // No verdict holds without the control, so it is reported even if no processes were started.
        return merged.isEmpty() && control != null ? "\n## The check of the checker\n\n" + message + "\n" : merged;
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
                keyed,
                row -> row.get(Kind.LOCALITY) != null,
                List.of(
                        NAME,
                        text("key", of(Kind.LOCALITY, Locality::key)),
                        count("rows", Kind.LOCALITY, Locality::rows),
                        figure("rows/s", Kind.LOCALITY, Locality::rowsPerSecond),
                        number("beside AUTO_INCREMENT", of(Kind.LOCALITY, each -> Units.ratio(each.relative()))),
                        number("page splits", of(Kind.LOCALITY, each -> figure(each.pageSplits()))),
                        number("pages written", of(Kind.LOCALITY, each -> figure(each.pagesWritten()))),
                        figure("bytes per row", Kind.LOCALITY, Locality::bytesPerRow)));
    }

    private static String predictability(List<Row> rows) {
        return section(
                "What ids tell",
                "What an observer learns from a few of them.",
                rows,
                row -> row.get(Kind.PREDICTABILITY) != null,
                List.of(
                        NAME,
                        number("guessed", of(Kind.PREDICTABILITY, each -> Units.ratio(each.guessed()))),
                        number(
                                "guessed, flat out",
                                of(Kind.PREDICTABILITY, each -> Units.ratio(each.guessedFlatOut()))),
                        number("volume estimated ÷ true", of(Kind.PREDICTABILITY, each -> figure(each.volume()))),
                        number(
                                "time read, off by",
                                of(
                                        Kind.PREDICTABILITY,
                                        each -> each.timeErrorMillis() == null
                                                ? null
                                                : millis(each.timeErrorMillis())))));
    }

    private static String locks(List<LockLine> locks) {
        return section(
                "Locks",
                "Locked and freed: by one thread that has no rival, by "
                        + locks.stream()
                                .findFirst()
                                .map(lock -> lock.threads() + " threads in each of " + lock.processes() + " processes")
                                .orElse("")
                        + " that want one lock, and by a process that waits while the holder's is killed.",
                locks,
                any -> true,
                List.of(
                        text("lock", LockLine::name),
                        text("library", lock -> lock.origin().library()),
                        text("server", LockLine::server),
                        number("alone, per s", lock -> figure(lock.alone())),
                        number("contended, per s", lock -> figure(lock.contended())),
                        number(
                                "granted after a crash",
                                lock -> lock.afterCrash() == null ? null : millis(lock.afterCrash())),
                        number(
                                "silence that ends a holder",
                                lock -> lock.afterCrash() == null ? null : millis(lock.leaseMillis())),
                        text(
                                "fencing numbers",
                                lock -> lock.numbered() == null ? null : lock.numbered() ? "yes" : "no"),
                        text("", lock -> lock.reason() == null ? null : lock.status() + ": " + lock.reason())));
    }

    private static String tokens(List<TokenLine> tokens) {
        return section(
                "Tokens",
                "Idempotency tokens not used before, consumed by one thread, and by "
                        + tokens.stream()
                                .findFirst()
                                .map(token ->
                                        token.threads() + " threads in each of " + token.processes() + " processes.")
                                .orElse(""),
                tokens,
                any -> true,
                List.of(
                        text("tokens", TokenLine::name),
                        text("server", TokenLine::server),
                        number("alone, per s", token -> figure(token.alone())),
                        number("together, per s", token -> figure(token.together())),
                        text("", token -> token.reason() == null ? null : token.status() + ": " + token.reason())));
    }

    private static String entities(List<EntityLine> entities) {
        return section(
                "As an entity's id",
                "Entities with a payload of 100 bytes, inserted by Hibernate in one thread, in batches of 50, "
                        + entities.stream()
                                .findFirst()
                                .map(entity -> String.format(
                                        Locale.ROOT, "%,d in each of %d rounds.", entity.rows(), entity.rounds()))
                                .orElse(""),
                entities,
                any -> true,
                List.of(
                        text("id", EntityLine::name),
                        text("library", entity -> entity.origin().library()),
                        text("server", EntityLine::server),
                        number("rows/s", entity -> figure(entity.rowsPerSecond())),
                        number("statements a row", entity -> figure(entity.statementsPerRow())),
                        text("", entity -> entity.reason() == null ? null : entity.status() + ": " + entity.reason())));
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
                        text("against", BarLine::reference),
                        text("measured at", bar -> provenance(bar.provenance()))));
    }

    private static @Nullable String provenance(@Nullable Provenance provenance) {
        return provenance == null
                ? null
                : provenance.revision() + ", " + provenance.date() + ", " + provenance.rounds() + " × "
                        + provenance.seconds() + " s"
                        + (provenance.underSteal() ? ", **under steal**" : "");
    }

    private static <R> String section(
            String title, String sentence, List<R> rows, Predicate<R> which, List<Column<R>> columns) {
        List<R> shown = rows.stream().filter(which).toList();
        return shown.isEmpty() ? "" : "\n## " + title + "\n\n" + sentence + "\n\n" + MarkdownTable.of(shown, columns);
    }

    private static <P> Function<Row, @Nullable String> of(Kind<P> kind, Function<P, @Nullable String> text) {
        return row -> {
            P measured = row.get(kind);
            return measured == null ? null : text.apply(measured);
        };
    }

    private static <P> Column<Row> count(String title, Kind<P> kind, ToLongFunction<P> value) {
        return number(title, of(kind, measured -> Units.number(value.applyAsLong(measured))));
    }

    private static <P> Column<Row> figure(String title, Kind<P> kind, ToDoubleFunction<P> value) {
        return number(title, of(kind, measured -> figure(value.applyAsDouble(measured))));
    }

    private static @Nullable String figure(@Nullable Double value) {
        if (value == null) {
            return null;
        }
        if (value >= 1000) {
            return Units.number(value);
        }
        return value == 0
                ? "0"
                : value < 0.01
                        ? "<0.01"
                        : String.format(Locale.ROOT, value < 10 ? "%.2f" : value < 100 ? "%.1f" : "%.0f", value);
    }

    private static @Nullable String figure(@Nullable Long value) {
        return value == null ? null : Units.number(value);
    }

    private static @Nullable String nanos(@Nullable Number nanos) {
        return nanos == null ? null : Units.nanos(nanos.doubleValue());
    }

    private static String millis(double millis) {
        return Units.nanos(millis * 1e6);
    }
}
