package io.distid.bench.cli;

import io.distid.bench.diff.Diff;
import io.distid.bench.diff.DiffView;
import io.distid.bench.diff.RunDiff;
import io.distid.bench.lab.Comparison;
import io.distid.bench.lab.Profile;
import io.distid.bench.lab.Stage;
import io.distid.bench.report.ReportFolder;
import io.distid.bench.results.ResultsFile;
import io.distid.bench.subject.Catalogue;
import io.distid.bench.subject.Servers;
import io.distid.bench.subject.Subject;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Measures strategies and writes the report. */
@Command(
        name = CompareCommand.NAME,
        customSynopsis = {
            "id-bench compare [options]",
            "       id-bench compare <old.json> <new.json> [--tolerance=<percent>] [--json]"
        },
        description = "Measures strategies on real servers, writes a report; or compares two runs.",
        footer = {
            "<name,...>: as list has them; snowflake* for all that begin with snowflake, all, none. Without --strategies all are "
                    + "measured; with it only what is named.",
            "Example:",
            "  id-bench compare --strategies \"snowflake*,uuid-v7\" --peers \"tsid-creator,jug*\"",
            "Exit codes: 0 all claims of distid held (skipped ones included), 1 something of distid failed, the check did not "
                    + "catch what repeats on purpose, or nothing named could be measured, 2 wrong flags or no report "
                    + "written, 3 something of distid issued fewer than 1,000 ids a node, 130 interrupted.",
            "With two files: 0 nothing is worse, 1 a rate is slower, or something of distid failed, no longer has figures or "
                    + "misses a bar that held, 2 wrong flags or files."
        })
final class CompareCommand extends LabCommand {
    static final String NAME = "compare";

    private static final String NAMES = "<name,...>";
    private static final Set<String> OF_FILES = Set.of("--tolerance", "--json");

    @Parameters(
            paramLabel = "<file>",
            arity = "0..*",
            hidden = true,
            description = "Two results.json, the older one first.")
    private List<Path> files = List.of();

    @Option(
            names = "--tolerance",
            paramLabel = "<percent>",
            description = "The smallest change of a rate that counts. Default: 5")
    private double tolerance = 5;

    @Option(names = "--json", description = "The changes as JSON.")
    private boolean json;

    @Option(names = "--profile", paramLabel = "<name>", description = "quick (by time), full or tiny. Default: quick")
    private String profile = "quick";

    @Option(
            names = "--minutes",
            paramLabel = "<n>",
            description = "How long quick takes, with the build, 1 to 600. Default: 5")
    private @Nullable Integer minutes;

    @Option(
            names = "--strategies",
            paramLabel = NAMES,
            description = "Rows of distid, such as \"uuid-v7 order=thread\"")
    private List<String> strategies = List.of();

    @Option(names = "--peers", paramLabel = NAMES, description = "Libraries to compare with")
    private List<String> peers = List.of();

    @Option(names = "--locks", paramLabel = NAMES, description = "Locks, ours and those of peers")
    private List<String> locks = List.of();

    @Option(names = "--tokens", paramLabel = NAMES, description = "Stores of idempotency tokens")
    private List<String> tokens = List.of();

    @Option(names = "--entities", paramLabel = NAMES, description = "Ways to make an entity's id")
    private List<String> entities = List.of();

    @Option(
            names = "--threads",
            paramLabel = "<n,...>",
            split = ",",
            hideParamSyntax = true,
            description = "For throughput, 1 to 1024. Default: the profile's")
    private List<Integer> threads = List.of();

    @Option(names = "--forks", paramLabel = "<n>", description = "JVMs for each row, 1 to 100. Default: the profile's")
    private @Nullable Integer forks;

    @Option(names = "--nodes", paramLabel = "<n>", description = "For the checks, 1 to 16. Default: the profile's")
    private Integer nodes;

    @Option(
            names = "--out",
            paramLabel = "<folder>",
            description = "Folder of the report. Default: id-bench/target/report")
    private Path out = Path.of("id-bench/target/report");

    @Mixin
    private ServerFlags servers = new ServerFlags();

    private final Set<String> asked = new HashSet<>();

    @Override
    public Integer call() throws InterruptedException {
        if (!files.isEmpty()) {
            return compareFiles();
        }
        for (String flag : OF_FILES) {
            if (spec.commandLine().getParseResult().hasMatchedOption(flag)) {
                throw wrong(flag + " has no effect without two files to compare");
            }
        }
        servers.apply();
        Profile chosen = profile();
        Integer limit = minutes(chosen);
        List<Subject> subjects = new ArrayList<>(named(Catalogue::strategies, strategies));
        subjects.addAll(named(Catalogue::peers, peers));
        List<Subject> lockers = named(Catalogue::locks, locks);
        List<Subject> consumers = named(Catalogue::tokens, tokens);
        List<Subject> inserters = named(Catalogue::entities, entities);
        if (Stream.of(subjects, lockers, consumers, inserters).allMatch(List::isEmpty)) {
            throw wrong("--strategies, --peers, --locks, --tokens and --entities leave nothing to measure");
        }
        List<Stage> stages = Comparison.stages(lockers, consumers, inserters);
        PrintWriter printed = spec.commandLine().getOut();
        try (Comparison comparison =
                new Comparison(chosen, subjects, stages, limit, new Servers(), folder(), printed)) {
            Comparison.Outcome outcome = comparison.run();
            // Without names a missing server is fine.
            String reason = outcome == Comparison.Outcome.HELD ? comparison.skippedAll(asked) : null;
            if (reason != null) {
                spec.commandLine().getErr().println("nothing that was named could be measured: " + reason);
            }
            return ExitCodes.of(outcome, reason != null);
        } catch (IOException e) {
            spec.commandLine().getErr().println(e.getMessage());
            return ExitCodes.USAGE;
        }
    }

    private int compareFiles() {
        if (files.size() != 2) {
            throw wrong("compare takes two results.json, the older one first, or none, not " + files.size() + ": "
                    + files.stream().map(Path::toString).collect(Collectors.joining(" ")));
        }
        requireEffect(OF_FILES, "with two files: nothing is measured");
        if (!(tolerance >= 0 && tolerance <= 100)) {
            throw wrong("--tolerance is " + tolerance + ": must be from 0 to 100");
        }
        Path old = files.get(0);
        Path now = files.get(1);
        try {
            Diff diff = RunDiff.of(
                    old.toString(), ResultsFile.read(old), now.toString(), ResultsFile.read(now), tolerance / 100);
            Output output = new Output(spec);
            output.print(json, diff, () -> output.line(DiffView.of(diff)));
            return diff.isWorse() ? ExitCodes.FAILED : ExitCodes.OK;
        } catch (IOException e) {
            throw wrong(e.getMessage());
        }
    }

    private Profile profile() {
        Profile chosen = Profile.ALL.stream()
                .filter(each -> each.name().equals(profile))
                .findFirst()
                .orElseThrow(() -> wrong("Invalid value for option '--profile': \"" + profile + "\" must be one of "
                        + Profile.ALL.stream().map(Profile::name).collect(Collectors.joining(", "))));
        threads.forEach(count -> FlagRange.require(spec, "--threads", count, 1, 1024));
        if (forks != null) {
            FlagRange.require(spec, "--forks", forks, 1, 100);
        }
        if (nodes != null) {
            FlagRange.require(spec, "--nodes", nodes, 1, 16);
        }
        return chosen.with(threads.stream().distinct().sorted().toList(), forks, nodes);
    }

    /** Only the default profile is planned by time: the other profiles have fixed amounts. */
    private @Nullable Integer minutes(Profile chosen) {
        if (minutes != null && !chosen.isPlannedByTime()) {
            throw wrong("--minutes has no effect with --profile " + profile);
        }
        if (minutes != null) {
            return FlagRange.require(spec, "--minutes", minutes, 1, 600);
        }
        return chosen.isPlannedByTime() ? Comparison.DEFAULT_MINUTES : null;
    }

    private List<Subject> named(Function<List<String>, List<Subject>> catalogue, List<String> flag) {
        List<String> names = flag.isEmpty()
                ? List.of(strategies.isEmpty() ? Catalogue.ALL : Catalogue.NONE)
                : List.of(String.join(",", flag).split(","));
        List<Subject> found = catalogue.apply(names);
        if (!names.contains(Catalogue.ALL)) {
            found.forEach(subject -> asked.add(subject.name()));
        }
        return found;
    }

    private ReportFolder folder() {
        String problem = "must be a folder that can be written to, but ";
        try {
            ReportFolder folder = ReportFolder.at(out);
            problem = "";
            // Fail now, not after some minutes: a section of the report.
            folder.faults();
            return folder;
        } catch (IOException e) {
            throw wrong("--out is " + out + ": " + problem + e.getMessage());
        }
    }
}
