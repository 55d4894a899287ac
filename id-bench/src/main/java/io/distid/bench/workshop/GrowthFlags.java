package io.distid.bench.workshop;

import io.distid.bench.cli.FlagRange;
import io.distid.bench.workshop.growth.ScalePart;
import io.distid.bench.workshop.growth.ScalePlan;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Flags for sizes other than the profile's. For use by one thread. */
final class GrowthFlags {
    private static final int LONGEST_RESERVATION = 3600;
    /** The most leases in a process that a machine with the server can renew, at reservations of half a minute. */
    private static final int MOST_HOLDERS = 10_000;
    /**
     * The most nodes. Each has a connection or two, and servers limit them: ZooKeeper to 60 of one address, MySQL to
     * 151.
     */
    private static final int MOST_NODES = 100;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

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

    @Option(
            names = "--lease-nodes",
            paramLabel = "<n>",
            split = ",",
            description = "For leases: how many are held through a source each, as by nodes, 1 to 100, or 0 for none")
    private List<Integer> nodes = List.of();

    /** Applies the flags to a profile's plan. */
    ScalePlan plan(ScalePlan profiles, Set<ScalePart> asked) {
        check("--lease-reservations", reservations, 1, LONGEST_RESERVATION, ScalePart.LEASES, asked);
        check("--lease-holders", holders, 1, MOST_HOLDERS, ScalePart.LEASES, asked);
        check("--lease-nodes", nodes, 0, MOST_NODES, ScalePart.LEASES, asked);
        return new ScalePlan(
                profiles.tags(),
                profiles.window(),
                sorted(holders, profiles.holders()),
                sorted(nodes, profiles.nodes()).stream()
                        .filter(count -> count > 0)
                        .toList(),
                reservations.isEmpty()
                        ? profiles.reservations()
                        : sorted(reservations, List.<Integer>of()).stream()
                                .map(Duration::ofSeconds)
                                .toList(),
                profiles.namespace(),
                profiles.leaseWindow(),
                profiles.renewals());
    }

    private void check(
            String flag, List<? extends Number> values, long least, long most, ScalePart part, Set<ScalePart> asked) {
        values.forEach(value -> FlagRange.require(spec, flag, value.longValue(), least, most));
        if (!values.isEmpty() && !asked.contains(part)) {
            throw new ParameterException(spec.commandLine(), flag + " has no effect without " + part.words());
        }
    }

    private static <T> List<T> sorted(List<T> given, List<T> profiles) {
        return given.isEmpty() ? profiles : given.stream().distinct().sorted().toList();
    }
}
