package io.distid.bench.cli;

import io.distid.bench.bars.BarMeasurer;
import io.distid.bench.progress.Progress;
import io.distid.bench.report.ReportFolder;
import io.distid.bench.results.BarLine;
import io.distid.bench.results.GitRevision;
import io.distid.bench.subject.Servers;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
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
            "All runs are taken in turn, round by round, and each figure is the median over the rounds.",
            "A bar that these cannot tell from its bound (95 %%) has further rounds, at most three times as many in all; "
                    + "all of them count, on whichever side of the bound they are."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  id-bench bars --only snowflake",
            "  id-bench bars --only lock: --rounds 5",
            "",
            "Exit codes: 0 all bars hold, 1 a bar was missed or lacks its server, 2 wrong flags or the bars could not be written."
        })
public final class BarsCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(
            names = "--only",
            paramLabel = "<text>",
            description = "Only bars whose name contains this, such as snowflake. Default: all")
    private String only = "";

    @Option(
            names = "--rounds",
            paramLabel = "<n>",
            description = "JVMs per run, 1 to 99; up to three times as many for bars close to their bound. Default: 3")
    private int rounds = 3;

    @Option(names = "--seconds", paramLabel = "<n>", description = "Measured seconds per JVM, 1 to 99. Default: 3")
    private int seconds = 3;

    @Option(
            names = "--out",
            paramLabel = "<folder>",
            defaultValue = "id-bench/target/report",
            description =
                    "Where results.json is, or will be; after a comparison report.md, report.html and throughput.svg are"
                            + " renewed, too. Default: id-bench/target/report")
    private Path out;

    @Mixin
    private ServerFlags servers = new ServerFlags();

    /** Made by picocli. */
    public BarsCommand() {}

    /**
     * Measures.
     *
     * @return the exit code
     * @throws InterruptedException if a JVM was ended from the keyboard
     */
    @Override
    public Integer call() throws InterruptedException {
        BarMeasurer bars = new BarMeasurer(only, rounds, seconds);
        if (bars.isEmpty() || rounds < 1 || rounds > 99 || seconds < 1 || seconds > 99) {
            if (bars.isEmpty()) {
                BarsOutput.printNames(spec.commandLine().getErr());
            }
            throw new ParameterException(
                    spec.commandLine(),
                    bars.isEmpty()
                            ? "--only is \"" + only + "\": no name of a bar contains it"
                            : "--rounds and --seconds must be from 1 to 99: " + rounds + ", " + seconds);
        }
        servers.apply();
        String revision = GitRevision.current();
        prepare(revision);
        Progress progress = new Progress(spec.commandLine().getErr());
        progress.plan(bars.estimate());
        List<BarLine> results;
        try (Servers started = new Servers()) {
            results = measure(bars, started, progress);
        }
        bars.warnIfMoved();
        BarsOutput.print(results, spec.commandLine().getOut());
        try {
            BarsMerge.write(out, results, revision);
        } catch (IOException e) {
            spec.commandLine().getErr().println("The bars could not be written: " + e.getMessage());
            return ExitCodes.USAGE;
        }
        return results.stream().allMatch(BarLine::holds) ? ExitCodes.OK : ExitCodes.FAILED;
    }

    /** So that minutes are not spent on what cannot be written down. */
    private void prepare(String revision) {
        try {
            ReportFolder.at(out).faults();
            BarsMerge.requireRevision(out, revision);
            BarsMerge.doubt(out, revision).ifPresent(spec.commandLine().getErr()::println);
        } catch (IOException e) {
            throw new ParameterException(spec.commandLine(), "--out is " + out + ": " + e.getMessage());
        }
    }

    private static List<BarLine> measure(BarMeasurer bars, Servers servers, Progress progress)
            throws InterruptedException {
        try {
            return bars.measure(servers, new BarMeasurer.Listener() {
                @Override
                public void begins(String what, Duration estimate) {
                    progress.step(what, estimate);
                }

                @Override
                public void ended(String how) {
                    progress.done(how);
                }

                @Override
                public void stands(List<BarLine> lines) {}
            });
        } finally {
            progress.end();
        }
    }
}
