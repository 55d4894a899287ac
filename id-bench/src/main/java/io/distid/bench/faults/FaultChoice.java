package io.distid.bench.faults;

import io.distid.ConfigException;
import io.distid.bench.subject.Catalogue;
import io.distid.bench.subject.NamePatterns;
import io.distid.bench.subject.Subject;
import io.distid.bench.subject.Subjects.FaultRun;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The choice of faults and subjects of a run. Immutable. */
public final class FaultChoice {
    private static final Duration SHORTEST_SOAK = Duration.ofSeconds(5);
    private static final Duration LONGEST_SOAK = Duration.ofDays(7);

    private final List<Fault> faults;
    private final List<Subject> subjects;
    private final Set<String> onServers;
    private final FaultTiming timing;
    private final long seed;

    private FaultChoice(
            List<Fault> faults, List<Subject> subjects, Set<String> onServers, FaultTiming timing, long seed) {
        this.faults = List.copyOf(faults);
        this.subjects = List.copyOf(subjects);
        this.onServers = Set.copyOf(onServers);
        this.timing = timing;
        this.seed = seed;
    }

    /**
     * By names of a command line.
     *
     * @param profile {@code tiny}, {@code quick} or {@code full}
     * @param faults names as for {@link NamePatterns}; empty for the profile's
     * @param subjects rows of the catalogue, as patterns, too; empty for the profile's
     * @param seed the seed of the schedule
     * @return the choice
     * @throws io.distid.ConfigException if a name is unknown; the message lists all names
     */
    public static FaultChoice of(String profile, List<String> faults, List<String> subjects, long seed) {
        FaultProfile chosen = FaultProfile.named(profile);
        List<Fault> some = Faults.named(faults.isEmpty() ? chosen.faults() : faults);
        if (some.isEmpty()) {
            throw new ConfigException("--faults is \"" + String.join(",", faults) + "\": must name one at least");
        }
        List<Subject> rows = Catalogue.underFaults(subjects.isEmpty() ? chosen.subjects() : subjects);
        List<Subject> onServers = subjects.isEmpty() ? Catalogue.underFaults(chosen.onServers()) : rows;
        return new FaultChoice(some, rows, names(onServers), chosen.timing(), seed);
    }

    /**
     * A soak: faults at random for a while.
     *
     * @param profile the profile with the timing
     * @param time the time for each subject, from 5 s to 7 days
     * @param subjects rows of the catalogue, as above; empty for some of distid's own
     * @param seed the seed of the schedule
     * @return the choice
     * @throws io.distid.ConfigException if a name is unknown, or the time is out of range
     */
    public static FaultChoice soak(String profile, Duration time, List<String> subjects, long seed) {
        if (time.compareTo(SHORTEST_SOAK) < 0 || time.compareTo(LONGEST_SOAK) > 0) {
            throw new ConfigException("a soak of " + time.toSeconds() + " s: must be from 5s to 7d");
        }
        List<Subject> rows =
                Catalogue.underFaults(subjects.isEmpty() ? Catalogue.underFaults(FaultRun.SOAK) : subjects);
        return new FaultChoice(
                List.of(new Soak(time)),
                rows,
                names(rows),
                FaultProfile.named(profile).timing(),
                seed);
    }

    private static Set<String> names(List<Subject> subjects) {
        return subjects.stream().map(Subject::name).collect(Collectors.toSet());
    }

    /** Whether there is a cell. A profile may leave out faults that need a server. */
    boolean includes(Fault fault, FaultSubject subject) {
        return fault.setup(subject) == ServerSetup.SHARED
                || fault.whyInapplicable(subject) != null
                || onServers.contains(subject.name());
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
