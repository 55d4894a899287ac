package io.distid.bench.faults;

import io.distid.ConfigException;
import io.distid.bench.subject.Catalogue;
import io.distid.bench.subject.NamePatterns;
import io.distid.bench.subject.Subject;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** What a run of faults is to do. Immutable. */
public final class FaultChoice {
    private static final List<String> PEERS = List.of(
            "tsid-creator",
            "cosid*",
            "hutool snowflake",
            "mybatis-plus",
            "agrona snowflake",
            "yitter",
            "jdk randomUUID",
            "uuid-creator*",
            "jug v7",
            "robsonkades*",
            "ulid-creator monotonic");

    /** Option sets that rest on nothing else than these have no row by default. */
    private static final List<String> OURS =
            List.of("snowflake", "snowflake worker=*", "sonyflake", "leaf-segment", "uuid-v7", "uuid-v4", "redis-incr");

    private final List<Fault> faults;
    private final List<Subject> subjects;
    private final FaultTiming timing;
    private final long seed;

    private record Profile(FaultTiming timing, List<String> faults, List<String> subjects) {}

    /** Names of what is run unless others are given. */
    private static final List<Profile> PROFILES = List.of(
            new Profile(
                    new FaultTiming("tiny", "1s", Duration.ofSeconds(1), 2_000, 1_000, Duration.ofSeconds(12), 2),
                    List.of("clock-back-down", "process-kill", "config-same-id"),
                    List.of("snowflake", "uuid-v7")),
            new Profile(
                    new FaultTiming("quick", "1s", Duration.ofSeconds(1), 3_000, 5_000, Duration.ofSeconds(12), 6),
                    List.of(Catalogue.ALL),
                    Stream.concat(OURS.stream(), PEERS.stream()).toList()));

    private FaultChoice(List<Fault> faults, List<Subject> subjects, FaultTiming timing, long seed) {
        this.faults = List.copyOf(faults);
        this.subjects = List.copyOf(subjects);
        this.timing = timing;
        this.seed = seed;
    }

    /**
     * By names, as a command line has them.
     *
     * @param profile {@code tiny} or {@code quick}
     * @param faults their names, as {@link NamePatterns} takes them; empty for the profile's
     * @param subjects rows of the catalogue, in the same way; empty for the profile's
     * @param seed of the schedule
     * @return what is to be run
     * @throws io.distid.ConfigException if there is none of such a name; the message lists those there are
     */
    public static FaultChoice of(String profile, List<String> faults, List<String> subjects, long seed) {
        Profile chosen = PROFILES.stream()
                .filter(each -> each.timing().name().equals(profile))
                .findFirst()
                .orElseThrow(() -> new ConfigException("--profile is \"" + profile + "\": must be one of "
                        + String.join(
                                ", ",
                                PROFILES.stream()
                                        .map(each -> each.timing().name())
                                        .toList())));
        List<Fault> some = Faults.named(faults.isEmpty() ? chosen.faults() : faults);
        if (some.isEmpty()) {
            throw new ConfigException("--faults is \"" + String.join(",", faults) + "\": must name one at least");
        }
        return new FaultChoice(
                some, Catalogue.underFaults(subjects.isEmpty() ? chosen.subjects() : subjects), chosen.timing(), seed);
    }

    List<Fault> faults() {
        return faults;
    }

    List<Subject> subjects() {
        return subjects;
    }

    FaultTiming timing() {
        return timing;
    }

    long seed() {
        return seed;
    }
}
