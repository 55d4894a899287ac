package io.distid.bench.faults;

import io.distid.ConfigException;
import io.distid.bench.faults.store.ServerSetup;
import io.distid.bench.subject.Catalogue;
import io.distid.bench.subject.NamePatterns;
import io.distid.bench.subject.Subject;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The choice of faults and subjects of a run. Immutable.
 *
 * @param onServers names of the subjects of faults that need a server of their own
 * @param seed the seed of the schedule
 */
public record FaultChoice(
        List<Fault> faults, List<Subject> subjects, Set<String> onServers, FaultTiming timing, long seed) {
    /** Copies the collections. */
    public FaultChoice {
        faults = List.copyOf(faults);
        subjects = List.copyOf(subjects);
        onServers = Set.copyOf(onServers);
    }

    /**
     * By names of a command line, as for {@link NamePatterns}: of faults, and of rows of the catalogue. Those of the
     * profile if they are empty.
     *
     * @throws ConfigException if a name is unknown; the message lists all names
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

    /** One fault, into each subject, with the timing of a profile. */
    public static FaultChoice of(String profile, Fault fault, List<Subject> subjects, long seed) {
        FaultTiming timing = FaultProfile.named(profile).timing();
        return new FaultChoice(List.of(fault), subjects, names(subjects), timing, seed);
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
}
