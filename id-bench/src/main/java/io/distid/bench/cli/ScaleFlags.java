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
            description = "With --scale verify: how many ids are compared, with commas. Default: the profile's")
    private List<Long> verified = List.of();

    @Option(
            names = "--lease-reservations",
            paramLabel = "<s>",
            split = ",",
            description =
                    "With --scale leases: for how many seconds ids are reserved, with commas. Default: the profile's")
    private List<Integer> reservations = List.of();

    @Option(
            names = "--lease-holders",
            paramLabel = "<n>",
            split = ",",
            description = "With --scale leases: how many ids one process holds, with commas. Default: the profile's")
    private List<Integer> holders = List.of();

    /** Made by picocli. */
    ScaleFlags() {}

    /** The stage that they ask for. */
    ScaleStage stage() {
        for (long count : verified) {
            if (count < 2 || count > NodesPlan.MOST_IDS) {
                throw wrong("--verify-ids is " + count + ": must be from 2 to " + NodesPlan.MOST_IDS);
            }
        }
        for (int seconds : reservations) {
            if (seconds < 1 || seconds > LONGEST_RESERVATION) {
                throw wrong("--lease-reservations is " + seconds + ": must be from 1 to " + LONGEST_RESERVATION);
            }
        }
        for (int count : holders) {
            if (count < 1 || count > MOST_HOLDERS) {
                throw wrong("--lease-holders is " + count + ": must be from 1 to " + MOST_HOLDERS);
            }
        }
        Set<ScalePart> asked = EnumSet.noneOf(ScalePart.class);
        for (String part : parts) {
            asked.addAll(
                    switch (part) {
                        case Catalogue.ALL -> EnumSet.allOf(ScalePart.class);
                        case Catalogue.NONE -> Set.of();
                        default -> Set.of(ScalePart.of(part).orElseThrow(() -> unknown(part)));
                    });
        }
        if (!verified.isEmpty() && !asked.contains(ScalePart.VERIFY)) {
            throw wrong("--verify-ids has no effect without --scale verify");
        }
        if (!reservations.isEmpty() && !asked.contains(ScalePart.LEASES)) {
            throw wrong("--lease-reservations has no effect without --scale leases");
        }
        if (!holders.isEmpty() && !asked.contains(ScalePart.LEASES)) {
            throw wrong("--lease-holders has no effect without --scale leases");
        }
        return new ScaleStage(asked, this::changed);
    }

    private ScalePlan changed(ScalePlan profiles) {
        ScalePlan plan = verified.isEmpty()
                ? profiles
                : profiles.withVerified(verified.stream().distinct().sorted().toList());
        if (!holders.isEmpty()) {
            plan = plan.withHolders(holders.stream().distinct().sorted().toList());
        }
        return reservations.isEmpty()
                ? plan
                : plan.withReservations(reservations.stream()
                        .distinct()
                        .sorted()
                        .map(Duration::ofSeconds)
                        .toList());
    }

    private ParameterException unknown(String part) {
        return wrong("--scale is \"" + part + "\": must be all, none or some of "
                + Arrays.stream(ScalePart.values()).map(ScalePart::words).collect(Collectors.joining(", ")));
    }

    private ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
