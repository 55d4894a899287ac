package io.distid.bench.cli;

import io.distid.ConfigException;
import io.distid.bench.lab.Comparison;
import io.distid.bench.lab.EntitiesStage;
import io.distid.bench.lab.LocksStage;
import io.distid.bench.lab.Profile;
import io.distid.bench.lab.TokensStage;
import io.distid.bench.report.ReportFolder;
import io.distid.bench.subject.Catalogue;
import io.distid.bench.subject.Servers;
import io.distid.bench.subject.Subject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Measures strategies and writes the report. */
@Command(
        name = CompareCommand.NAME,
        customSynopsis = {
            "id-bench compare [options]",
            "       id-bench compare <old.json> <new.json> [--tolerance=<percent>] [--json]"
        },
        description = "Measures strategies on real servers, writes a report; or compares two runs.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
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
final class CompareCommand implements Callable<Integer> {
    static final String NAME = "compare";

    private static final int MOST_THREADS = 1024;
    private static final int MOST_MINUTES = 600;

    @Spec
    private CommandSpec spec;

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

    @Option(
            names = "--profile",
            paramLabel = "<name>",
            defaultValue = "quick",
            converter = ProfileByName.class,
            description = "quick (by time), full or tiny. Default: quick")
    private Profile profile;

    @Option(
            names = "--minutes",
            paramLabel = "<n>",
            description = "How long quick takes, with the build, 1 to 600. Default: 5")
    private @Nullable Integer minutes;

    @Option(
            names = "--strategies",
            paramLabel = "<name,...>",
            split = ",",
            hideParamSyntax = true,
            description = "Rows of distid, such as \"uuid-v7 order=thread\"")
    private List<String> strategies = List.of();

    @Option(
            names = "--peers",
            paramLabel = "<name,...>",
            split = ",",
            hideParamSyntax = true,
            description = "Libraries to compare with")
    private List<String> peers = List.of();

    @Option(
            names = "--locks",
            paramLabel = "<name,...>",
            split = ",",
            hideParamSyntax = true,
            description = "Locks, ours and those of peers")
    private List<String> locks = List.of();

    @Option(
            names = "--tokens",
            paramLabel = "<name,...>",
            split = ",",
            hideParamSyntax = true,
            description = "Stores of idempotency tokens")
    private List<String> tokens = List.of();

    @Option(
            names = "--entities",
            paramLabel = "<name,...>",
            split = ",",
            hideParamSyntax = true,
            description = "Ways to make an entity's id")
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
            defaultValue = "id-bench/target/report",
            description = "Folder of the report. Default: id-bench/target/report")
    private Path out;

    @Mixin
    private ServerFlags servers = new ServerFlags();

    @Override
    public Integer call() throws InterruptedException {
        if (!files.isEmpty()) {
            return new CompareFiles(spec, files, tolerance, json).call();
        }
        for (String flag : List.of("--json", "--tolerance")) {
            if (spec.commandLine().getParseResult().hasMatchedOption(flag)) {
                throw wrong(flag + " has no effect without two files to compare");
            }
        }
        servers.apply();
        Profile chosen = profile();
        List<Subject> subjects = subjects();
        LocksStage lockStage = new LocksStage(locks());
        TokensStage tokenStage = new TokensStage(tokens());
        EntitiesStage entityStage = new EntitiesStage(entities());
        ReportFolder folder = folder();
        try (Comparison comparison = new Comparison(
                chosen,
                subjects,
                Comparison.stages(lockStage, tokenStage, entityStage),
                minutes(),
                new Servers(),
                folder,
                spec.commandLine().getOut())) {
            Comparison.Outcome outcome = comparison.run();
            return ExitCodes.of(outcome, outcome == Comparison.Outcome.HELD && lacksAllNamed(subjects, comparison));
        } catch (IOException e) {
            spec.commandLine().getErr().println(e.getMessage());
            return ExitCodes.USAGE;
        }
    }

    /**
     * Whether none of the subjects that were asked for by name could be measured. Without names a missing server is
     * fine.
     */
    private boolean lacksAllNamed(List<Subject> subjects, Comparison comparison) {
        List<String> named = Stream.of(
                        subjects.stream()
                                .filter(subject -> isNamed(subject.origin().library() == null ? strategies : peers)),
                        isNamed(locks) ? locks().stream() : Stream.<Subject>of(),
                        isNamed(tokens) ? tokens().stream() : Stream.<Subject>of(),
                        isNamed(entities) ? entities().stream() : Stream.<Subject>of())
                .flatMap(each -> each)
                .map(Subject::name)
                .toList();
        String reason = comparison.skippedAll(named);
        if (reason != null) {
            spec.commandLine().getErr().println("nothing that was named could be measured: " + reason);
        }
        return reason != null;
    }

    private static boolean isNamed(List<String> names) {
        return !names.isEmpty() && !names.contains(Catalogue.ALL);
    }

    private Profile profile() {
        Profile chosen = profile;
        if (!threads.isEmpty()) {
            threads.forEach(count -> FlagRange.require(spec, "--threads", count, 1, MOST_THREADS));
            chosen = chosen.withThreads(threads.stream().distinct().sorted().toList());
        }
        if (forks != null) {
            chosen = chosen.withForks(FlagRange.require(spec, "--forks", forks, 1, 100));
        }
        if (nodes != null) {
            chosen = chosen.withNodes(FlagRange.require(spec, "--nodes", nodes, 1, 16));
        }
        return chosen;
    }

    /** Only the default profile is planned by time: the other profiles have fixed amounts. */
    private @Nullable Integer minutes() {
        if (!profile.isPlannedByTime()) {
            if (minutes != null) {
                throw wrong("--minutes has no effect with --profile " + profile.name());
            }
            return null;
        }
        return minutes == null
                ? Comparison.DEFAULT_MINUTES
                : FlagRange.require(spec, "--minutes", minutes, 1, MOST_MINUTES);
    }

    private List<Subject> subjects() {
        List<Subject> subjects = new ArrayList<>();
        try {
            subjects.addAll(Catalogue.strategies(strategies.isEmpty() ? List.of(Catalogue.ALL) : strategies));
            String otherwise = strategies.isEmpty() ? Catalogue.ALL : Catalogue.NONE;
            subjects.addAll(Catalogue.peers(peers.isEmpty() ? List.of(otherwise) : peers));
        } catch (ConfigException e) {
            throw wrong(e.getMessage());
        }
        if (subjects.isEmpty()
                && locks().isEmpty()
                && tokens().isEmpty()
                && entities().isEmpty()) {
            throw wrong("--strategies, --peers, --locks, --tokens and --entities leave nothing to measure");
        }
        return subjects;
    }

    private List<Subject> locks() {
        return named(Catalogue::locks, locks);
    }

    private List<Subject> tokens() {
        return named(Catalogue::tokens, tokens);
    }

    private List<Subject> entities() {
        return named(Catalogue::entities, entities);
    }

    private List<Subject> named(Function<List<String>, List<Subject>> found, List<String> names) {
        String otherwise = strategies.isEmpty() ? Catalogue.ALL : Catalogue.NONE;
        try {
            return found.apply(names.isEmpty() ? List.of(otherwise) : names);
        } catch (ConfigException e) {
            throw wrong(e.getMessage());
        }
    }

    private ReportFolder folder() {
        ReportFolder folder;
        try {
            folder = ReportFolder.at(out);
        } catch (IOException e) {
            throw wrong("--out is " + out + ": must be a folder that can be written to, but " + e.getMessage());
        }
        try {
            // Fail now, not after some minutes: a section of the report.
            folder.faults();
        } catch (IOException e) {
            throw wrong("--out is " + out + ": " + e.getMessage());
        }
        return folder;
    }

    private ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    /** Finds a profile, and lists them all if there is none of that name. */
    static final class ProfileByName implements CommandLine.ITypeConverter<Profile> {
        @Override
        public Profile convert(String name) {
            return Profile.ALL.stream()
                    .filter(profile -> profile.name().equals(name))
                    .findFirst()
                    .orElseThrow(() -> new CommandLine.TypeConversionException("\"" + name + "\" must be one of "
                            + String.join(
                                    ", ",
                                    Profile.ALL.stream().map(Profile::name).toList())));
        }
    }
}
