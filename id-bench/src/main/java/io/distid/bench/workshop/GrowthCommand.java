package io.distid.bench.workshop;

import io.distid.bench.cli.ExitCodes;
import io.distid.bench.cli.FlagRange;
import io.distid.bench.cli.ServerFlags;
import io.distid.bench.lab.Comparison;
import io.distid.bench.lab.Profile;
import io.distid.bench.report.ReportFolder;
import io.distid.bench.subject.Catalogue;
import io.distid.bench.subject.Servers;
import io.distid.bench.workshop.growth.GrowthStage;
import io.distid.bench.workshop.growth.ScalePart;
import io.distid.bench.workshop.growth.ScalePlan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Measures how cost grows. Not safe for use by several threads: each run of the command makes one. */
@Command(
        name = "growth",
        description = "Measures how cost grows with tags and worker ids held.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  id-bench workshop growth tags,leases",
            "  id-bench workshop growth leases --lease-holders 10,10000 --lease-reservations 30",
            "",
            "Exit codes: those of compare; 1 also where a size failed."
        })
final class GrowthCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(
            paramLabel = "<part>",
            split = ",",
            description = "tags, leases, with commas, or all. Minutes in quick, hours in full.")
    private List<String> parts = List.of();

    @Option(names = "--profile", paramLabel = "<name>", description = "tiny, quick or full. Default: quick")
    private String profile = "quick";

    @Option(
            names = "--lease-reservations",
            paramLabel = "<s>",
            split = ",",
            description = "For leases: how many seconds ids are reserved for, 1 to 3600")
    private List<Integer> reservations = List.of();

    @Option(
            names = "--lease-holders",
            paramLabel = "<n>",
            split = ",",
            description = "For leases: how many ids one process holds, 1 to 10000")
    private List<Integer> holders = List.of();

    /** Servers limit the connections of nodes: ZooKeeper to 60 of one address, MySQL to 151. */
    @Option(
            names = "--lease-nodes",
            paramLabel = "<n>",
            split = ",",
            description = "For leases: how many are held through a source each, as by nodes, 1 to 100, or 0 for none")
    private List<Integer> nodes = List.of();

    @Option(
            names = "--out",
            paramLabel = "<folder>",
            defaultValue = "id-bench/target/growth",
            description = "Where the report goes. Default: id-bench/target/growth")
    private Path out;

    @Mixin
    private ServerFlags servers = new ServerFlags();

    @Override
    public Integer call() throws InterruptedException {
        Set<ScalePart> asked = parts();
        Profile chosen = Profile.ALL.stream()
                .filter(each -> each.name().equals(profile))
                .findFirst()
                .orElseThrow(() -> wrong("--profile is \"" + profile + "\": must be tiny, quick or full"));
        ScalePlan plan = plan(asked);
        servers.apply();
        ReportFolder folder;
        try {
            folder = ReportFolder.at(out);
        } catch (IOException e) {
            throw wrong("--out is " + out + ": " + e.getMessage());
        }
        try (Comparison comparison = new Comparison(
                chosen,
                List.of(),
                List.of(new GrowthStage(asked, plan)),
                null,
                new Servers(),
                folder,
                spec.commandLine().getOut())) {
            Comparison.Outcome outcome = comparison.run();
            String skipped = outcome == Comparison.Outcome.HELD ? comparison.skippedAll(List.of()) : null;
            if (skipped != null) {
                spec.commandLine().getErr().println("nothing that was named could be measured: " + skipped);
            }
            return ExitCodes.of(outcome, skipped != null);
        } catch (IOException e) {
            spec.commandLine().getErr().println(e.getMessage());
            return ExitCodes.USAGE;
        }
    }

    private ScalePlan plan(Set<ScalePart> asked) {
        boolean leases = asked.contains(ScalePart.LEASES);
        return ScalePlan.of(profile)
                .with(
                        sizes("--lease-holders", holders, 1, 10_000, leases),
                        sizes("--lease-nodes", nodes, 0, 100, leases),
                        sizes("--lease-reservations", reservations, 1, 3600, leases));
    }

    private List<Integer> sizes(String flag, List<Integer> given, int least, int most, boolean leases) {
        given.forEach(value -> FlagRange.require(spec, flag, value, least, most));
        if (!given.isEmpty() && !leases) {
            throw wrong(flag + " has no effect without leases");
        }
        return given.stream().distinct().sorted().toList();
    }

    private Set<ScalePart> parts() {
        Set<ScalePart> asked = EnumSet.noneOf(ScalePart.class);
        for (String part : parts) {
            asked.addAll(
                    part.equals(Catalogue.ALL)
                            ? EnumSet.allOf(ScalePart.class)
                            : Set.of(ScalePart.of(part).orElseThrow(() -> unknown(part))));
        }
        if (asked.isEmpty()) {
            throw unknown("");
        }
        return asked;
    }

    private ParameterException unknown(String part) {
        return wrong("<part> is \"" + part + "\": must be all or some of "
                + Arrays.stream(ScalePart.values()).map(ScalePart::words).collect(Collectors.joining(", ")));
    }

    private ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
