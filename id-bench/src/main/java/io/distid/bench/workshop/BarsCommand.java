package io.distid.bench.workshop;

import io.distid.bench.cli.ExitCodes;
import io.distid.bench.cli.FlagRange;
import io.distid.bench.cli.ServerFlags;
import io.distid.bench.machine.GitRevision;
import io.distid.bench.progress.Progress;
import io.distid.bench.report.ReportFolder;
import io.distid.bench.report.Units;
import io.distid.bench.results.BarLine;
import io.distid.bench.results.Ratios;
import io.distid.bench.subject.Servers;
import io.distid.bench.workshop.bars.BarCatalogue;
import io.distid.bench.workshop.bars.BarMeasurer;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * Measures the bars, prints a line for each, and puts them into {@code results.json}. Not safe for use by several threads: each
 * run of the command makes one.
 */
@Command(
        name = "bars",
        description = {
            "Measures the ratios distid has set itself, against references and peers of the same run.",
            "All runs are taken in turn, round by round, and each figure is the median over the rounds, all of which count."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  id-bench workshop bars --only snowflake",
            "  id-bench workshop bars --only \"first id\" --rounds 5",
            "",
            "Exit codes: 0 all bars hold, 1 a bar was missed or lacks its server, 2 wrong flags or the bars could not be written."
        })
final class BarsCommand implements Callable<Integer> {
    private static final int MOST = 99;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--only",
            paramLabel = "<text>",
            description = "Only bars whose name contains this, such as snowflake. Default: all")
    private String only = "";

    @Option(names = "--rounds", paramLabel = "<n>", description = "JVMs per run, 1 to 99. Default: 3")
    private int rounds = 3;

    @Option(names = "--seconds", paramLabel = "<n>", description = "Measured seconds per JVM, 1 to 99. Default: 3")
    private int seconds = 3;

    @Option(
            names = "--out",
            paramLabel = "<folder>",
            defaultValue = "id-bench/target/report",
            description =
                    "Folder of results.json. An existing report there is updated. Default: id-bench/target/report")
    private Path out;

    @Mixin
    private ServerFlags servers = new ServerFlags();

    @Override
    public Integer call() throws InterruptedException {
        FlagRange.require(spec, "--rounds", rounds, 1, MOST);
        FlagRange.require(spec, "--seconds", seconds, 1, MOST);
        BarMeasurer bars = new BarMeasurer(only, rounds, seconds);
        if (bars.isEmpty()) {
            BarCatalogue.names().forEach(name -> spec.commandLine().getErr().println("  " + name));
            throw new ParameterException(
                    spec.commandLine(), "--only is \"" + only + "\": no name of a bar contains it");
        }
        servers.apply();
        String revision = GitRevision.current();
        try {
            // Checked first, so that no minutes are spent on results that cannot be written.
            ReportFolder.at(out).faults();
            BarsMerge.requireRevision(out, revision);
        } catch (IOException e) {
            throw new ParameterException(spec.commandLine(), "--out is " + out + ": " + e.getMessage());
        }
        Progress progress = new Progress(spec.commandLine().getErr());
        progress.plan(bars.estimate());
        List<BarLine> results;
        try (Servers started = new Servers()) {
            results = bars.measure(started, progress);
        } finally {
            progress.end();
        }
        print(results, spec.commandLine().getOut());
        try {
            BarsMerge.write(out, results, revision);
        } catch (IOException e) {
            spec.commandLine().getErr().println("The bars could not be written: " + e.getMessage());
            return ExitCodes.USAGE;
        }
        return results.stream().allMatch(BarLine::holds) ? ExitCodes.OK : ExitCodes.FAILED;
    }

    /** Prints a line for each bar, at most 80 columns without the names, and why some were not measured. */
    static void print(List<BarLine> results, PrintWriter out) {
        for (BarLine result : results) {
            out.printf(
                    "%-7s %8s (%s) %s, %s%s%s%n",
                    outcome(result),
                    figure(result),
                    result.required(),
                    result.name(),
                    result.threads() == 1 ? "1 thread" : result.threads() + " threads",
                    result.reference() == null ? "" : ": " + result.reference(),
                    result.provenance() == null || !result.provenance().underSteal()
                            ? ""
                            : ", under steal: the host took "
                                    + Units.ratio(result.provenance().steal()) + " of the CPU time");
        }
        results.stream()
                .filter(result -> result.measured() == null)
                .map(BarLine::reason)
                .distinct()
                .forEach(out::println);
        out.println(results.stream().filter(BarLine::holds).count() + " of " + results.size() + " bars hold");
        out.flush();
    }

    private static String outcome(BarLine line) {
        if (line.passed() == null) {
            return "skipped";
        }
        return line.passed() ? "pass" : "MISSED";
    }

    private static String figure(BarLine line) {
        if (line.measured() != null) {
            return Ratios.format(line.measured());
        }
        return line.passed() == null ? "-" : "failed";
    }
}
