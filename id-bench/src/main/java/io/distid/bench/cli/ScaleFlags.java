package io.distid.bench.cli;

import io.distid.bench.lab.ScaleStage;
import io.distid.bench.nodes.NodesPlan;
import io.distid.bench.scale.ScalePart;
import io.distid.bench.scale.ScalePlan;
import io.distid.bench.subject.Catalogue;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Flags that say what is measured at growing sizes. For use by one thread. */
final class ScaleFlags {
    private static final int LONGEST_RESERVATION = 3600;
    /** In one process: what a machine that also runs the server holds at reservations of half a minute. */
    private static final int MOST_HOLDERS = 10_000;
    /** Each has a connection or two, and a server may let in only so many of one address: ZooKeeper 60 by default, MySQL 151. */
    private static final int MOST_NODES = 100;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--scale",
            paramLabel = "<part>",
            split = ",",
            description = {
                "What to measure at growing sizes as well, with commas: tags, threads, verify, leases, all or none.",
                "threads are those of the strategies that are measured. Takes minutes in quick, hours in full.",
                "Default: none"
            })
    private List<String> parts = List.of();

    @Option(
            names = "--verify-ids",
            paramLabel = "<n>",
            split = ",",
            description =
                    "With --scale verify: how many ids are compared, with commas, 2 to 2147483647. Default: the profile's")
    private List<Long> verified = List.of();

    @Option(
            names = "--scale-threads",
            paramLabel = "<n>",
            split = ",",
            description =
                    "With --scale threads: how many platform threads share a generator, with commas, 1 to 1024. Default: the profile's")
    private List<Integer> threads = List.of();

    @Option(
            names = "--lease-reservations",
            paramLabel = "<s>",
            split = ",",
            description =
                    "With --scale leases: for how many seconds ids are reserved, with commas, 1 to 3600. Default: the profile's")
    private List<Integer> reservations = List.of();

    @Option(
            names = "--lease-holders",
            paramLabel = "<n>",
            split = ",",
            description =
                    "With --scale leases: how many ids one process holds, with commas, 1 to 10000. Default: the profile's")
    private List<Integer> holders = List.of();

    @Option(
            names = "--lease-nodes",
            paramLabel = "<n>",
            split = ",",
            description =
                    "With --scale leases: how many ids are held through a source each, as by nodes, with commas, 1 to 100, or 0 for none. Default: the profile's")
    private List<Integer> nodes = List.of();

    /** Made by picocli. */
    ScaleFlags() {}

    /** The stage that they ask for. */
    ScaleStage stage() {
        verified.forEach(count -> FlagRange.require(spec, "--verify-ids", count, 2, NodesPlan.MOST_IDS));
        threads.forEach(count -> FlagRange.require(spec, "--scale-threads", count, 1, CompareCommand.MOST_THREADS));
        reservations.forEach(
                seconds -> FlagRange.require(spec, "--lease-reservations", seconds, 1, LONGEST_RESERVATION));
        holders.forEach(count -> FlagRange.require(spec, "--lease-holders", count, 1, MOST_HOLDERS));
        nodes.forEach(count -> FlagRange.require(spec, "--lease-nodes", count, 0, MOST_NODES));
        Set<ScalePart> asked = EnumSet.noneOf(ScalePart.class);
        for (String part : parts) {
            asked.addAll(
                    switch (part) {
                        case Catalogue.ALL -> EnumSet.allOf(ScalePart.class);
                        case Catalogue.NONE -> Set.of();
                        default -> Set.of(ScalePart.of(part).orElseThrow(() -> unknown(part)));
                    });
        }
        requireAsked("--verify-ids", verified, ScalePart.VERIFY, asked);
        requireAsked("--scale-threads", threads, ScalePart.THREADS, asked);
        requireAsked("--lease-reservations", reservations, ScalePart.LEASES, asked);
        requireAsked("--lease-holders", holders, ScalePart.LEASES, asked);
        requireAsked("--lease-nodes", nodes, ScalePart.LEASES, asked);
        return new ScaleStage(asked, this::changed);
    }

    private void requireAsked(String flag, List<? extends Number> values, ScalePart part, Set<ScalePart> asked) {
        if (!values.isEmpty() && !asked.contains(part)) {
            throw wrong(flag + " has no effect without --scale " + part.words());
        }
    }

    private ScalePlan changed(ScalePlan profiles) {
        ScalePlan plan = profiles;
        if (!verified.isEmpty()) {
            plan = plan.withVerified(sorted(verified));
        }
        if (!threads.isEmpty()) {
            plan = plan.withThreads(sorted(threads));
        }
        if (!holders.isEmpty()) {
            plan = plan.withHolders(sorted(holders));
        }
        if (!nodes.isEmpty()) {
            plan = plan.withNodes(
                    sorted(nodes).stream().filter(count -> count > 0).toList());
        }
        if (!reservations.isEmpty()) {
            plan = plan.withReservations(
                    sorted(reservations).stream().map(Duration::ofSeconds).toList());
        }
        return plan;
    }

    private static <T> List<T> sorted(List<T> values) {
        return values.stream().distinct().sorted().toList();
    }

    private ParameterException unknown(String part) {
        return wrong("--scale is \"" + part + "\": must be all, none or some of "
                + Arrays.stream(ScalePart.values()).map(ScalePart::words).collect(Collectors.joining(", ")));
    }

    private ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
