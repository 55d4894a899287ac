package io.distid.bench.report;

import io.distid.bench.machine.Machine;
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
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Results as Markdown, fit for a pull request. Not safe for use by several threads. */
public final class MarkdownReport {
    private final List<Integer> threads;
    private final StringBuilder text = new StringBuilder();

    private MarkdownReport(List<Integer> threads) {
        this.threads = threads;
    }

    /**
     * Writes the report.
     *
     * @param results what was found
     * @param faults a table of faults that goes with it, or null
     * @return the whole text
     */
    public static String of(Results results, @Nullable FaultTable faults) {
        return new MarkdownReport(results.threadCounts()).write(results, faults);
    }

    private String write(Results results, @Nullable FaultTable faults) {
        Environment environment = results.environment();
        text.append("# Distributed ID strategies, measured\n\n");
        if (!environment.complete()) {
            text.append("**This run was interrupted: what follows is a part.**\n\n");
        }
        environment(environment);
        section("Reference", "What nothing of its kind can beat, in the same run.");
        header("what", "");
        environment.references().forEach(reference -> line(Row.of(reference), null, ""));
        Reference counter = environment.references().stream().findFirst().orElse(null);
        section("In-process", "No round trip for an id.");
        strategies(
                results,
                row -> row.server() == null && row.hasFigures() && row.origin().library() == null,
                counter);
        Predicate<Row> peer =
                row -> row.server() == null && row.hasFigures() && row.origin().library() != null;
        if (results.strategies().stream().anyMatch(peer)) {
            section("Peers, in-process", "Other libraries, each as its own README recommends.");
            strategies(results, peer, counter);
        }
        for (String server : environment.servers()) {
            Predicate<Row> networked = row -> server.equals(row.server()) && row.hasFigures();
            if (results.strategies().stream().anyMatch(networked)) {
                section("Over the network to " + server, "Ids cost round trips to a real server on the same machine.");
                strategies(results, networked, counter);
            }
        }
        text.append(MarkdownSections.all(results));
        if (faults != null) {
            text.append(FaultsMarkdown.section(faults));
        }
        reasons(results);
        if (!results.warnings().isEmpty()) {
            section("Warnings", "Logged during the run.");
            results.warnings()
                    .forEach(warning -> text.append("- ").append(warning).append('\n'));
        }
        method();
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
        Double steal = environment.steal();
        if (steal != null) {
            fact("CPU time that the host took", Units.ratio(steal) + " of what the machine wanted");
        }
        Double others = environment.others();
        if (others != null) {
            fact("CPU time that other processes took", Units.ratio(others) + " of what the machine has");
        }
        Busy.line(environment)
                .ifPresent(line -> text.append("\n**").append(line).append("**\n"));
    }

    private void fact(String name, String value) {
        text.append("| ").append(name).append(" | ").append(cell(value)).append(" |\n");
    }

    private void section(String title, String sentence) {
        text.append("\n## ").append(title).append("\n\n").append(sentence).append("\n\n");
    }

    private void header(String first, String rest) {
        text.append("| ").append(first).append(" |");
        threads.forEach(count -> text.append(" ids/s, ").append(count).append(count == 1 ? " thread |" : " threads |"));
        text.append(rest).append("\n|---|").append("---:|".repeat(threads.size()));
        text.append("---|".repeat((int) rest.chars().filter(c -> c == '|').count()))
                .append('\n');
    }

    private void strategies(Results results, Predicate<Row> which, @Nullable Reference counter) {
        header(
                "strategy",
                " ids checked | duplicates | order claimed | order measured | inversions per generator | across |");
        results.strategies().stream().filter(which).forEach(row -> line(row, counter, checks(row)));
    }

    private void line(Row row, @Nullable Reference counter, String rest) {
        text.append("| ").append(cell(title(row))).append(" |");
        for (int count : threads) {
            Rate rate = row.at(count);
            text.append(' ')
                    .append(rate == null ? "" : Units.rate(rate) + ratio(rate, counter) + steal(rate))
                    .append(" |");
        }
        text.append(rest).append('\n');
    }

    /** A peer with its library, and its settings that differ from the defaults. */
    private static String title(Row row) {
        Origin origin = row.origin();
        String suffix = Stream.of(origin.library(), origin.options())
                .filter(part -> part != null && !part.isEmpty())
                .collect(Collectors.joining(": "));
        return suffix.isEmpty() || suffix.equals(row.name()) ? row.name() : row.name() + " (" + suffix + ")";
    }

    /** The mark of a rate with much steal, which says little. */
    private static String steal(Rate rate) {
        Double share = rate.steal();
        return share == null || !rate.underSteal() ? "" : " **steal " + Units.ratio(share) + "**";
    }

    private static String ratio(Rate rate, @Nullable Reference counter) {
        if (counter == null) {
            return "";
        }
        return counter.throughput().stream()
                .filter(reference -> reference.threads() == rate.threads() && reference.opsPerSecond() > 0)
                .findFirst()
                .map(reference -> " (" + Units.ratio(rate.opsPerSecond() / reference.opsPerSecond()) + ")")
                .orElse("");
    }

    private static String checks(Row row) {
        Uniqueness uniqueness = row.get(Kind.UNIQUENESS);
        Order order = row.get(Kind.ORDERING);
        if (uniqueness == null || order == null) {
            return " " + row.status() + " | | | | | |";
        }
        String notShown = uniqueness.tooFew() ? Row.Status.notShown.toString() : null;
        String duplicates =
                notShown != null && uniqueness.duplicates() == 0 ? notShown : String.valueOf(uniqueness.duplicates());
        return " " + uniqueness.ids() + " | " + duplicates + " | " + Units.order(order.claimed()) + " | "
                + (notShown != null ? notShown : Units.order(order.measured())) + " | " + order.inversionsPerGenerator()
                + " | "
                + order.inversionsAcross() + " |";
    }

    private void reasons(Results results) {
        List<Row> explained = results.strategies().stream()
                .filter(row -> row.reason() != null)
                .toList();
        if (explained.isEmpty()) {
            return;
        }
        section(
                "Skipped, not shown and failed",
                "Not measured, or measured with too few ids to show anything, or failed.");
        explained.forEach(row -> text.append("- ")
                .append(row.status())
                .append(" **")
                .append(row.name())
                .append("**: ")
                .append(row.reason())
                .append('\n'));
    }

    private void method() {
        section("How it was measured", "In brackets: the ratio to `AtomicLong.getAndIncrement` at as many threads.");
        MethodNote.ALL.forEach(method -> text.append("- **")
                .append(method.what())
                .append("**: ")
                .append(method.how())
                .append('\n'));
    }

    private static String cell(String value) {
        return MarkdownTable.cell(value);
    }
}
