package io.distid.bench.cli;

import io.distid.bench.history.ThreadControls;
import io.distid.bench.nodes.NegativeControl;
import io.distid.bench.nodes.NodeProcesses;
import io.distid.bench.nodes.NodesCheck;
import io.distid.bench.nodes.NodesPlan;
import io.distid.bench.nodes.RecorderControls;
import io.distid.bench.progress.Progress;
import io.distid.bench.results.Control;
import io.distid.bench.subject.Catalogue;
import io.distid.bench.subject.Servers;
import io.distid.bench.subject.Subject;
import io.distid.bench.verify.BadInputException;
import io.distid.bench.verify.FilesCheck;
import io.distid.testservers.ServerSettings;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Checks that ids of several processes, or ids in files, are unique and in order. */
@Command(
        name = "verify",
        description = {
            "Checks that ids are unique and in order. Exact: every id is compared in full with all others.",
            "With a strategy, several processes are started as its nodes, against one store, and their ids merged: "
                    + "single ones, and batches and texts where it offers them.",
            "With --file, ids of your own production are checked: text, one decimal number or UUID a line, the first "
                    + "column of CSV, or bytes, the highest first, where the name ends in .bin; and what draw wrote. Memory is bounded; up to 2147483647 ids; needs 16 to 60 "
                    + "bytes of disk an id in java.io.tmpdir."
        },
        footer = {
            "",
            "Examples:",
            "  id-bench verify uuid-v7",
            "  id-bench verify snowflake --nodes 4 --ids 20000000 --seconds 10 -Dmax-lead=1d",
            "  id-bench verify redis-incr -Ddistid.redis.url=redis://localhost",
            "  id-bench verify --file orders.txt refunds.txt",
            "  id-bench verify --file ids-*.bin",
            "  mysql -N -e \"SELECT id FROM orders\" | id-bench verify --file - --unordered",
            "  id-bench verify --control",
            "",
            "With -Durl=... or -Dstore=... the nodes are given your settings only; otherwise a server is found or started as by compare, "
                    + "also for -Dworker=mysql, redis, zookeeper or etcd without its address. Options that have no effect on what is asked "
                    + "for are refused.",
            "",
            "Progress goes to standard error, the verdict to standard output.",
            "",
            "Exit codes: 0 unique and in the order claimed (files: growing, unless --unordered), or the control was "
                    + "caught; 1 a duplicate, a broken order, the strategy failed, no server for it, or the control was not "
                    + "caught; 3 fewer than 1,000 ids of a process or a drawn file, so that nothing is shown; 2 wrong flags, settings, a line that is not an id, or a file that is cut or has no id."
        })
final class VerifyCommand extends LabCommand {
    private static final Set<String> OF_STRATEGIES =
            Set.of("--nodes", "--threads", "--ids", "--seconds", "-D", "--json");
    private static final Set<String> OF_FILES = Set.of("--file", "--unordered", "--uuids", "--json");
    private static final Set<String> OF_CONTROL = Set.of("--control", "--json");

    @Parameters(
            arity = "0..1",
            paramLabel = "<strategy>",
            completionCandidates = StrategyNames.class,
            description = "Name of a strategy, an option set or a peer, as list shows it.")
    private @Nullable String strategy;

    @Option(names = "--nodes", paramLabel = "<n>", description = "Processes, 1 to 16. Default: 2")
    private int nodes = 2;

    @Option(
            names = "--threads",
            paramLabel = "<n>",
            description = "Threads that share the generator of each, 1 to 64. Default: 2")
    private int threads = 2;

    @Option(names = "--ids", paramLabel = "<n>", description = "The most ids in all, 1 to 2147483647. Default: 1000000")
    private long ids = 1_000_000;

    @Option(
            names = "--seconds",
            paramLabel = "<n>",
            description =
                    "Most seconds to take ids, 1 to 3600; up to 30 more for a process that has fewer than 1,000. Default: 10")
    private int seconds = 10;

    @Mixin
    private SettingFlags settings;

    @Option(
            names = "--file",
            arity = "1..*",
            paramLabel = "<path>",
            description = {
                "Ids to check instead, in any number of files, those of draw among them; - is standard input.",
                "All are compared with each other; order is per file."
            })
    private List<String> files = List.of();

    @Option(names = "--unordered", description = "Ids in files need not grow.")
    private boolean unordered;

    @Option(names = "--uuids", description = "Files that end in .bin hold UUIDs, 16 bytes each, not 8 bytes an id.")
    private boolean uuids;

    @Option(
            names = "--control",
            description =
                    "Draws from counters that lose counts, and gives two Snowflake processes one worker id: duplicates must be found.")
    private boolean control;

    @Option(names = "--json", description = "As JSON.")
    private boolean json;

    private Progress progress;

    @Override
    public Integer call() throws InterruptedException, IOException {
        int asked = (strategy == null ? 0 : 1) + (files.isEmpty() ? 0 : 1) + (control ? 1 : 0);
        if (asked != 1) {
            throw wrong("one of a strategy, --file and --control, not " + (asked == 0 ? "none" : "several"));
        }
        progress = new Progress(spec.commandLine().getErr());
        try {
            return control ? control() : strategy != null ? nodes(strategy) : files();
        } catch (BadInputException e) {
            throw wrong(e.getMessage());
        } finally {
            progress.end();
        }
    }

    private int nodes(String name) throws InterruptedException {
        requireEffect(OF_STRATEGIES, "with a strategy");
        NodesPlan plan = new NodesPlan(
                FlagRange.require(spec, "--nodes", nodes, 1, 16),
                FlagRange.require(spec, "--threads", threads, 1, 64),
                Math.max(1, FlagRange.require(spec, "--ids", ids, 1, NodesPlan.MOST_IDS) / ((long) nodes * threads)),
                Duration.ofMillis(200),
                Duration.ofSeconds(FlagRange.require(spec, "--seconds", seconds, 1, 3600)),
                false);
        Subject subject = subject(name);
        Map<String, String> given = NodeSettings.given(settings.own(), subject);
        ServerSettings.check();
        PrintWriter err = spec.commandLine().getErr();
        String id = given.get("worker.id");
        if (id != null && nodes > 1) {
            // The user may mean one node, and would be surprised by duplicates.
            err.println(
                    "each of the " + nodes + " nodes has worker id " + id + ", by key worker.id: their ids may repeat");
        }
        List<Control> missed = RecorderControls.run().stream()
                .filter(control -> !control.caught())
                .toList();
        if (!missed.isEmpty()) {
            missed.forEach(control -> err.println(VerifyOutput.line(control)));
            return ExitCodes.FAILED;
        }
        progress.plan(plan.estimateOfFirst());
        try (Servers servers = new Servers();
                NodeProcesses processes = new NodeProcesses(plan, progress)) {
            // First of all: without the server no JVM needs to start.
            List<Map<String, String>> all = IntStream.range(0, nodes)
                    .mapToObj(node -> NodeSettings.of(given, subject, node, servers))
                    .toList();
            NodesCheck check = processes.run(name, all::get);
            progress.end();
            String fault = check.fault();
            Output output = new Output(spec);
            VerifyOutput.Verification found = new VerifyOutput.Verification(
                    name,
                    check.claimed().name(),
                    fault == null && check.notShown() == null,
                    fault != null ? fault : check.notShown(),
                    check.result());
            output.print(json, found, () -> VerifyOutput.print(output, plan, check, fault));
            return ExitCodes.of(fault == null, check.notShown());
        }
    }

    private Subject subject(String name) {
        List<Subject> found = Catalogue.named(List.of(name));
        if (found.size() != 1) {
            throw wrong("\"" + name + "\" stands for " + found.size() + " rows: one at a time");
        }
        return found.get(0);
    }

    private int files() throws IOException {
        requireEffect(OF_FILES, "with --file");
        // Any number of paths may follow --file, so a mistyped option would count as a path.
        List<String> options = files.stream()
                .filter(file -> file.startsWith("-") && !file.equals("-"))
                .toList();
        if (!options.isEmpty()) {
            throw wrong(UnknownArguments.message(options));
        }
        if (uuids && files.stream().noneMatch(FilesCheck::isBinary)) {
            throw wrong("--uuids has no effect without a file whose name ends in .bin");
        }
        if (files.stream().filter("-"::equals).count() > 1) {
            throw wrong("--file - is given twice: standard input can be read once");
        }
        progress.plan(FilesCheck.estimate(files));
        FilesCheck.Found found = FilesCheck.check(files, uuids, progress);
        progress.end();
        Output output = new Output(spec);
        output.print(json, found, () -> VerifyOutput.print(output, found, unordered));
        boolean good = found.duplicates() == 0 && (unordered || found.inversions() == 0);
        return ExitCodes.of(good, found.notShown());
    }

    private int control() throws InterruptedException {
        requireEffect(OF_CONTROL, "with --control");
        progress.plan(NegativeControl.estimate());
        List<Control> controls = new ArrayList<>(ThreadControls.run());
        controls.addAll(RecorderControls.run());
        NegativeControl.Outcome outcome = NegativeControl.run(progress);
        controls.add(0, outcome.result());
        progress.end();
        Output output = new Output(spec);
        output.print(json, controls, () -> {
            controls.subList(1, controls.size()).forEach(control -> output.line(VerifyOutput.line(control)));
            output.line(VerifyOutput.line(outcome.result()));
            outcome.check().duplicates().forEach(example -> output.line("  " + example));
        });
        return ExitCodes.of(controls.stream().allMatch(Control::caught), null);
    }
}
