package io.distid.bench.faults;

import io.distid.ConfigException;
import io.distid.bench.subject.Catalogue;
import io.distid.bench.subject.Subjects.FaultRun;
import java.time.Duration;
import java.util.List;

/**
 * The faults and subjects that run unless others are named. Immutable.
 *
 * @param timing the timing, with its name
 * @param faults the names, as {@link io.distid.bench.subject.NamePatterns} takes them
 * @param subjects rows of the catalogue, as patterns, too
 * @param onServers subjects of faults that need a server of their own
 */
record FaultProfile(FaultTiming timing, List<String> faults, List<String> subjects, List<String> onServers) {
    /** The one of a name. */
    static FaultProfile named(String name) {
        return switch (name) {
            case "tiny" ->
                new FaultProfile(
                        timing(name, 2_000, 1_000, 3, 2),
                        List.of("clock-back-down", "process-kill", "config-same-id", "store-kill", "network-lost"),
                        Catalogue.underFaults(FaultRun.TINY),
                        List.of(Catalogue.ALL));
            case "quick" ->
                new FaultProfile(
                        timing(name, 3_000, 5_000, 10, 6),
                        List.of(Catalogue.ALL),
                        Catalogue.underFaults(FaultRun.QUICK),
                        Catalogue.underFaults(FaultRun.QUICK_ON_SERVERS));
            case "full" ->
                new FaultProfile(
                        timing(name, 5_000, 5_000, 10, 4),
                        List.of(Catalogue.ALL),
                        List.of(Catalogue.ALL),
                        List.of(Catalogue.ALL));
            default -> throw new ConfigException("--profile is \"" + name + "\": must be one of tiny, quick, full");
        };
    }

    private static FaultTiming timing(String name, int before, int after, int outage, int sideBySide) {
        Duration lease = Duration.ofSeconds(1);
        Duration patience = Duration.ofSeconds(12);
        return new FaultTiming(name, lease, before, after, patience, Duration.ofSeconds(outage), sideBySide);
    }
}
