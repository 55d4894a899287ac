package io.distid.bench.cli;

import io.distid.ConfigException;
import io.distid.bench.lab.BarsStage;
import io.distid.bench.lab.Comparison;
import io.distid.bench.lab.EntitiesStage;
import io.distid.bench.lab.LocksStage;
import io.distid.bench.lab.Profile;
import io.distid.bench.lab.ScaleStage;
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
        description = {
            "Measures strategies on real servers and writes a report.",
            "With two files: compares the rates of two such runs."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  id-bench compare",
            "  id-bench compare --profile full --peers none",
            "  id-bench compare --strategies \"snowflake*,uuid-v7\" --peers \"tsid-creator,jug*\"",
            "  id-bench compare before/results.json after/results.json",
            "",
            "Exit codes: 0 all claims of distid held (skipped strategies included), 1 one of its strategies, locks, tokens or "
                    + "entities failed, or its growth did, or the check did not catch what repeats on purpose, or nothing that was named "
                    + "could be measured, 2 wrong flags or no report could be written, 3 of something of distid fewer than 1,000 ids a node could "
                    + "be drawn, so that nothing is shown of it, 130 interrupted.",
            "A busy machine is no failure: ids are drawn until there are enough, for up to 30 s more, and the report says it.",
            "What a peer claims and does not hold is reported, and does not change the exit code.",
            "With two files: 0 nothing is worse, 1 a rate is significantly slower, a strategy, lock, token or entity of "
                    + "distid failed that had not or has no figures any more, or a bar is missed that held, 2 wrong flags or files."
        })
final class CompareCommand implements Callable<Integer> {
    static final String NAME = "compare";

    static final int MOST_THREADS = 1024;

    @Spec
    private CommandSpec spec;

    @Parameters(
            paramLabel = "<file>",
            arity = "0..*",
            description = "Two results.json, the older one first: they are compared and nothing is measured.")
    private List<Path> files = List.of();

    @Option(
            names = "--tolerance",
            paramLabel = "<percent>",
            description = "With two files: changes below this are no matter, significant or not. Default: 5")
    private double tolerance = 5;

    @Option(names = "--json", description = "With two files: as JSON.")
    private boolean json;

    @Option(
            names = "--profile",
            paramLabel = "<name>",
            defaultValue = "quick",
            converter = ProfileByName.class,
            description = "tiny (shows that it runs), quick (some 4 minutes) or full. Default: quick")
    private Profile profile;

    @Option(
            names = "--strategies",
            paramLabel = "<name>",
            split = ",",
            description = {
                "Only these rows, with commas: a strategy, or one with options, such as \"uuid-v7 order=thread\".",
                "* at the end stands for any end (snowflake*), all for all, none for none. Default: all"
            })
    private List<String> strategies = List.of();

    @Option(
            names = "--peers",
            paramLabel = "<name>",
            split = ",",
            description = {
                "Libraries to compare with, named in the same way (see list), all or none.",
                "Default: all, or none where --strategies is given"
            })
    private List<String> peers = List.of();

    @Option(
            names = "--locks",
            paramLabel = "<name>",
            split = ",",
            description = {
                "Locks to measure, ours and those of peers, named in the same way (see list), all or none.",
                "Default: all, or none where --strategies is given"
            })
    private List<String> locks = List.of();

    @Option(
            names = "--tokens",
            paramLabel = "<name>",
            split = ",",
            description = {
                "Stores of idempotency tokens to measure, named in the same way, all or none.",
                "Default: all, or none where --strategies is given"
            })
    private List<String> tokens = List.of();

    @Option(
            names = "--entities",
            paramLabel = "<name>",
            split = ",",
            description = {
                "Ways to make an entity's id to measure, named in the same way, all or none.",
                "Default: all, or none where --strategies is given"
            })
    private List<String> entities = List.of();

    @Mixin
    private ScaleFlags scale;

    @Option(
            names = "--threads",
            paramLabel = "<n>",
            split = ",",
            description = "Thread counts for throughput, with commas, 1 to 1024. Default: the profile's")
    private List<Integer> threads = List.of();

    @Option(names = "--forks", paramLabel = "<n>", description = "JVMs for each row, 1 to 100. Default: the profile's")
    private Integer forks;

    @Option(
            names = "--nodes",
            paramLabel = "<n>",
            description =
                    "Nodes that ids are checked over, 1 to 16: generators of one process, then processes. Default: the profile's")
    private Integer nodes;

    @Option(
            names = "--bars",
            paramLabel = "<text>",
            description = "Bars to measure as well: all, none, or those whose name contains the text."
                    + " Default: all in full, none in the others")
    private String bars;

    @Option(
            names = "--out",
            paramLabel = "<folder>",
            defaultValue = "id-bench/target/report",
            description =
                    "Where results.json, report.md, report.html and throughput.svg go. Default: id-bench/target/report")
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
        ScaleStage scaleStage = scale.stage();
        BarsStage stage = bars(chosen);
        ReportFolder folder = folder();
        try (Comparison comparison = new Comparison(
                chosen,
                subjects,
                lockStage,
                tokenStage,
                entityStage,
                scaleStage,
                stage,
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

    /** Who names something asks for it; who takes all takes what can be had. */
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

    private BarsStage bars(Profile chosen) {
        BarsStage stage = new BarsStage(bars != null ? bars : chosen.bars());
        if (stage.findsNothing()) {
            BarsOutput.printNames(spec.commandLine().getErr());
            throw wrong("--bars is \"" + bars + "\": must be all, none or a part of a bar's name");
        }
        return stage;
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
                && entities().isEmpty()
                && scale.stage().isOff()) {
            throw wrong("--strategies, --peers, --locks, --tokens, --entities and --scale leave nothing to measure");
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
            // A section of the report, which is written in some minutes.
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
        /** Made by picocli. */
        ProfileByName() {}

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
