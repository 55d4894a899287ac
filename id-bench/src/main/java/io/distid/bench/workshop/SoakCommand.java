package io.distid.bench.workshop;

import io.distid.bench.cli.FilledTable;
import io.distid.bench.cli.FlagRange;
import io.distid.bench.cli.ServerFlags;
import io.distid.bench.faults.FaultChoice;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Injects random faults for hours. Not safe for use by several threads: each run of the command makes one. */
@Command(
        name = "soak",
        description = {
            "Injects random faults, in random combination, into three nodes of each subject that draw at a fixed rate.",
            "All nodes must go on after each round, and neither heap, threads, open files nor sockets of a process may grow. A node "
                    + "that is lost after the first round contradicts the row."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {
            "",
            "Example:",
            "  id-bench workshop soak 30m --subjects 'snowflake worker=redis,redis-incr'",
            "",
            "Exit codes: those of faults."
        })
final class SoakCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "<time>", description = "How long for each subject, such as 30m; some are side by side")
    private Duration time;

    @Option(
            names = "--profile",
            paramLabel = "<name>",
            description = "tiny, quick or full: how many side by side. Default: quick")
    private String profile = "quick";

    @Option(
            names = "--subjects",
            paramLabel = "<name>",
            split = ",",
            description = "Some strategies, option sets and peers, as list has them. Default: those that keep state")
    private List<String> subjects = List.of();

    @Option(names = "--seed", paramLabel = "<n>", description = "Seed of the schedule. Default: 1")
    private int seed = 1;

    @Option(names = "--keep", description = "Keeps the ids, logs and clocks of all nodes.")
    private boolean keep;

    @Option(
            names = "--out",
            paramLabel = "<folder>",
            defaultValue = "id-bench/target/soak",
            description = "Where faults.html, faults.md and results.json go. Default: id-bench/target/soak")
    private Path out;

    @Mixin
    private ServerFlags servers = new ServerFlags();

    @Override
    public Integer call() throws InterruptedException {
        FlagRange.require(spec, "--seed", seed, 0, Integer.MAX_VALUE);
        FaultChoice choice = Soak.choice(profile, time, subjects, seed);
        servers.apply();
        return FilledTable.of(spec, choice, out, keep);
    }
}
