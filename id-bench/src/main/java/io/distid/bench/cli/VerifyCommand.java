package io.distid.bench.cli;

import io.distid.bench.fleet.BadInputException;
import io.distid.bench.fleet.FleetCheck;
import io.distid.bench.fleet.FleetPlan;
import io.distid.bench.fleet.IdFiles;
import io.distid.bench.fleet.NegativeControl;
import io.distid.bench.fleet.NodeFleet;
import io.distid.bench.progress.Progress;
import io.distid.bench.subject.Catalogue;
import io.distid.bench.subject.Servers;
import io.distid.bench.subject.Subject;
import io.distid.spi.Secret;
import io.distid.testkit.server.ServerUnavailableException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Checks that ids are unique and in order: those of several processes, or those in files. */
@Command(
        name = "verify",
        description = {
            "Checks that ids are unique and in order. Exact: every id is compared in full with all others.",
            "With a strategy, several processes are started as its nodes, against one store, and their ids merged.",
            "With --file, ids of your own production are checked: text, one decimal number or UUID a line, or bytes,",
            "the highest first, where the name ends in .bin. Memory is bounded; up to 2147483647 ids; needs 16 to 60",
            "bytes of disk an id in java.io.tmpdir."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  id-bench verify uuid-v7",
            "  id-bench verify snowflake --nodes 4 --ids 20000000 --seconds 10 -Dmax-lead=1d",
            "  id-bench verify redis-incr -Ddistid.redis.url=redis://localhost",
            "  id-bench verify --file orders.txt --file refunds.txt",
            "  mysql -N -e \"SELECT id FROM orders\" | id-bench verify --file - --unordered",
            "  id-bench verify --control",
            "",
            "With -Durl=... or -Dstore=... the nodes are given your settings only; otherwise a server is had as by compare.",
            "",
            "What is being done is told on standard error, the verdict on standard output.",
            "",
            "Exit codes: 0 unique and in the order claimed (files: growing, unless --unordered), or the control was",
            "caught; 1 a duplicate, a broken order, the strategy failed, no server for it, or the control was not",
            "caught; 2 wrong flags, settings, a line that is not an id, or no id at all."
        })
public final class VerifyCommand implements Callable<Integer> {
    private static final int FAULT = 1;

    @Spec
    private CommandSpec spec;

    @Parameters(
            arity = "0..1",
            paramLabel = "<strategy>",
            completionCandidates = StrategyNames.class,
            description = "Its name, or that of an option set or a peer, as list has it.")
    private @Nullable String strategy;

    @Option(names = "--nodes", paramLabel = "<n>", defaultValue = "2", description = "Processes, 1 to 16. Default: 2")
    private int nodes;

    @Option(
            names = "--threads",
            paramLabel = "<n>",
            defaultValue = "2",
            description = "Threads that share the generator of each, 1 to 64. Default: 2")
    private int threads;

    @Option(
            names = "--ids",
            paramLabel = "<n>",
            defaultValue = "1000000",
            description = "The most ids in all, 1 to 2147483647. Default: 1000000")
    private long ids;

    @Option(
            names = "--seconds",
            paramLabel = "<n>",
            defaultValue = "10",
            description = "The longest that ids are taken, 1 to 3600. Default: 10")
    private int seconds;

    @Mixin
    private Settings settings;

    @Option(
            names = "--file",
            paramLabel = "<path>",
            description = "Ids to check instead; - is standard input. May be given several times: order is per file.")
    private List<String> files = List.of();

    @Option(names = "--unordered", description = "Ids in files need not grow.")
    private boolean unordered;

    @Option(names = "--uuids", description = "Files that end in .bin hold UUIDs, 16 bytes each, not 8 bytes an id.")
    private boolean uuids;

    @Option(names = "--control", description = "Gives two Snowflake processes one worker id: duplicates must be found.")
    private boolean control;

    @Option(names = "--json", description = "As JSON.")
    private boolean json;

    private Progress progress;

    /** Made by picocli. */
    public VerifyCommand() {}

    /**
     * Checks.
     *
     * @return the exit code
     * @throws InterruptedException if the thread was interrupted
     */
    @Override
    public Integer call() throws InterruptedException {
        int asked = (strategy == null ? 0 : 1) + (files.isEmpty() ? 0 : 1) + (control ? 1 : 0);
        if (asked != 1) {
            throw wrong("one of a strategy, --file and --control, not " + (asked == 0 ? "none" : "several"));
        }
        progress = new Progress(spec.commandLine().getErr());
        try {
            return control ? control() : strategy != null ? fleet(strategy) : files();
        } catch (BadInputException e) {
            progress.end();
            throw wrong(e.getMessage());
        } catch (ServerUnavailableException e) {
            progress.end();
            spec.commandLine()
                    .getErr()
                    .println("no server: " + Secret.redact(String.valueOf(e.getMessage()))
                            + " (name one with -Ddistid.mysql.url=..., -Ddistid.redis.url=... or"
                            + " -Ddistid.zookeeper.connect=..., or start Docker)");
            return FAULT;
        } catch (IOException | UncheckedIOException | IllegalStateException e) {
            progress.end();
            spec.commandLine().getErr().println(Secret.redact(String.valueOf(e.getMessage())));
            return FAULT;
        } finally {
            progress.end();
        }
    }

    private int fleet(String name) throws InterruptedException {
        FleetPlan plan = new FleetPlan(
                inRange("--nodes", nodes, 16),
                inRange("--threads", threads, 64),
                Math.max(1, inRange("--ids", ids, FleetPlan.MOST_IDS) / ((long) nodes * threads)),
                Duration.ofMillis(200),
                Duration.ofSeconds(inRange("--seconds", seconds, 3600)),
                false);
        Map<String, String> given = settings.own();
        Subject subject = subject(name);
        progress.plan(plan.estimateOfFirst());
        try (Servers servers = new Servers();
                NodeFleet fleet = new NodeFleet(plan, progress)) {
            FleetCheck check = fleet.run(name, node -> with(given, subject, node, servers));
            progress.end();
            String fault = check.fault();
            Output output = new Output(spec);
            if (json) {
                output.json(new VerifyOutput.Verdict(
                        name, check.claimed().name(), fault == null, fault, check.result(), check.recordingShare()));
            } else {
                VerifyOutput.print(output, plan, check, fault);
            }
            return fault == null ? ExitCode.OK : FAULT;
        }
    }

    private Subject subject(String name) {
        List<Subject> found = Catalogue.named(List.of(name));
        if (found.size() != 1) {
            throw wrong("\"" + name + "\" stands for " + found.size() + " rows: one at a time");
        }
        return found.get(0);
    }

    /** What the lab would set, unless the operator says where the store is, or where worker ids come from. */
    private static Map<String, String> with(Map<String, String> given, Subject subject, int node, Servers servers) {
        if (given.containsKey("url") || given.containsKey("store") || given.containsKey("store.url")) {
            return given;
        }
        Map<String, String> all =
                new LinkedHashMap<>(NodeFleet.settings(subject, servers).apply(node));
        if (given.containsKey("worker")) {
            all.keySet().removeIf(key -> key.equals("worker") || key.startsWith("worker."));
        }
        all.putAll(given);
        return all;
    }

    private int files() throws IOException {
        progress.plan(IdFiles.estimate(files));
        IdFiles.Found found = IdFiles.check(files, uuids, progress);
        progress.end();
        boolean good = found.duplicates() == 0 && (unordered || found.inversions() == 0);
        Output output = new Output(spec);
        if (json) {
            output.json(found);
        } else {
            VerifyOutput.print(output, found, unordered);
        }
        return good ? ExitCode.OK : FAULT;
    }

    private int control() throws InterruptedException {
        progress.plan(NegativeControl.estimate());
        NegativeControl.Outcome outcome = NegativeControl.run(progress);
        progress.end();
        Output output = new Output(spec);
        if (json) {
            output.json(outcome.result());
        } else {
            VerifyOutput.print(output, outcome);
        }
        return outcome.result().caught() ? ExitCode.OK : FAULT;
    }

    private int inRange(String flag, int value, int max) {
        return (int) inRange(flag, (long) value, max);
    }

    private long inRange(String flag, long value, long max) {
        if (value < 1 || value > max) {
            throw wrong(flag + " is " + value + ": must be from 1 to " + max);
        }
        return value;
    }

    private ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
