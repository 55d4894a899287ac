package io.distid.bench.bars;

import io.distid.bench.report.BarLine;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.TimeValue;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Measures the bars, prints a line for each, and puts them into {@code results.json}. */
@Command(
        name = "bars",
        description = {
            "Measures the ratios distid has set itself, against references and peers of the same run.",
            "All runs are taken in turn, round by round, and each figure is the median over the rounds."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {"", "Exit codes: 0 all bars hold, 1 a bar was missed, 2 wrong flags."})
public final class BarsCommand implements Callable<Integer> {
    private static final int MISSED = 1;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--only",
            paramLabel = "<text>",
            description = "Only bars whose name contains this, such as snowflake. Default: all")
    private String only = "";

    @Option(names = "--rounds", paramLabel = "<n>", description = "JVMs per run. Default: 3")
    private int rounds = 3;

    @Option(names = "--seconds", paramLabel = "<n>", description = "Measured seconds per JVM. Default: 3")
    private int seconds = 3;

    @Option(
            names = "--out",
            paramLabel = "<folder>",
            defaultValue = "id-bench/target/report",
            description = "Where results.json is, or will be. Default: id-bench/target/report")
    private Path out;

    /** Made by picocli. */
    public BarsCommand() {}

    /**
     * Measures.
     *
     * @return the exit code
     * @throws IOException if the result cannot be written
     */
    @Override
    public Integer call() throws IOException {
        String wanted = only.toLowerCase(Locale.ROOT);
        List<Bar> bars = all().filter(bar -> bar.name().toLowerCase(Locale.ROOT).contains(wanted))
                .toList();
        if (bars.isEmpty() || rounds < 1 || rounds > 99 || seconds < 1 || seconds > 99) {
            throw new ParameterException(
                    spec.commandLine(),
                    bars.isEmpty()
                            ? "--only is \"" + only + "\": no bar's name contains it"
                            : "--rounds and --seconds must be from 1 to 99: " + rounds + ", " + seconds);
        }
        Files.createDirectories(out);
        List<BarLine> results = results(bars, measure(bars));
        BarsReport.write(out, results);
        BarsReport.print(results, spec.commandLine().getOut());
        return results.stream().allMatch(BarLine::passed) ? 0 : MISSED;
    }

    private static Stream<Bar> all() {
        return Stream.of(SnowflakeBars.all(), SonyflakeBars.all(), LeafBars.all(), UuidBars.all(), TextBars.all())
                .flatMap(List::stream);
    }

    private static List<BarLine> results(List<Bar> bars, Map<Run, Sample> measured) {
        return bars.stream().map(bar -> bar.result(measured)).toList();
    }

    private Map<Run, Sample> measure(List<Bar> bars) throws IOException {
        Set<Run> runs = new LinkedHashSet<>();
        bars.forEach(bar -> bar.runs().forEach(runs::add));
        Jmh jmh = new Jmh(seconds, TimeValue.seconds(1));
        PrintWriter progress = spec.commandLine().getErr();
        Map<Run, List<Sample>> samples = new LinkedHashMap<>();
        int done = 0;
        for (int round = 1; round <= rounds; round++) {
            for (Run run : runs) {
                progress.printf("%3d %%  %s, round %d/%d%n", 100 * done++ / (rounds * runs.size()), run, round, rounds);
                progress.flush();
                try {
                    samples.computeIfAbsent(run, none -> new ArrayList<>()).add(jmh.measure(run));
                } catch (RunnerException e) {
                    progress.println("failed: " + run + ": " + e.getMessage());
                }
            }
        }
        Map<Run, Sample> medians = new LinkedHashMap<>();
        samples.forEach((run, rounded) -> {
            if (!rounded.isEmpty()) {
                medians.put(run, Sample.median(rounded));
            }
        });
        return medians;
    }
}
