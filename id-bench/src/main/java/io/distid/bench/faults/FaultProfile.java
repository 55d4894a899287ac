package io.distid.bench.faults;

import io.distid.ConfigException;
import io.distid.bench.subject.Catalogue;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What is run of faults unless something else is named. Immutable.
 *
 * @param timing with its name
 * @param faults their names, as {@link io.distid.bench.subject.NamePatterns} takes them
 * @param subjects rows of the catalogue, in the same way
 * @param onServers subjects that faults are done to which need a server of their own
 */
record FaultProfile(FaultTiming timing, List<String> faults, List<String> subjects, List<String> onServers) {
    /** One of a kind: what the others of it do is in the table of all. */
    private static final List<String> PEERS = List.of("tsid-creator", "cosid*", "hutool snowflake", "yitter");

    /** Strategies and option sets that rest on nothing else than these have no row by default. */
    private static final List<String> OURS = List.of(
            "snowflake", "snowflake worker=file", "snowflake worker=mysql", "leaf-segment", "uuid-v7", "redis-incr");

    /** Those that a server of its own is started for in each cell: a lease, segments, a counter, and a peer. */
    private static final List<String> ON_SERVERS =
            List.of("snowflake worker=mysql", "leaf-segment", "redis-incr", "cosid segment-chain");

    private static final List<FaultProfile> ALL = List.of(
            new FaultProfile(
                    new FaultTiming(
                            "tiny",
                            "1s",
                            Duration.ofSeconds(1),
                            2_000,
                            1_000,
                            Duration.ofSeconds(12),
                            Duration.ofSeconds(3),
                            2),
                    List.of("clock-back-down", "process-kill", "config-same-id", "store-kill", "network-lost"),
                    List.of("snowflake", "uuid-v7", "redis-incr"),
                    List.of(Catalogue.ALL)),
            new FaultProfile(
                    new FaultTiming(
                            "quick",
                            "1s",
                            Duration.ofSeconds(1),
                            3_000,
                            5_000,
                            Duration.ofSeconds(12),
                            Duration.ofSeconds(10),
                            6),
                    List.of(Catalogue.ALL),
                    Stream.concat(OURS.stream(), PEERS.stream()).toList(),
                    ON_SERVERS),
            new FaultProfile(
                    new FaultTiming(
                            "full",
                            "1s",
                            Duration.ofSeconds(1),
                            5_000,
                            5_000,
                            Duration.ofSeconds(12),
                            Duration.ofSeconds(10),
                            4),
                    List.of(Catalogue.ALL),
                    List.of(Catalogue.ALL),
                    List.of(Catalogue.ALL)));

    /**
     * The one of a name.
     *
     * @throws ConfigException if there is none; the message lists those there are
     */
    static FaultProfile named(String name) {
        return ALL.stream()
                .filter(each -> each.timing().name().equals(name))
                .findFirst()
                .orElseThrow(() -> new ConfigException("--profile is \"" + name + "\": must be one of "
                        + ALL.stream().map(each -> each.timing().name()).collect(Collectors.joining(", "))));
    }
}
