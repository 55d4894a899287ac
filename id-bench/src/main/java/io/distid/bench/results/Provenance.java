package io.distid.bench.results;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * Where the figure of a bar comes from. Immutable.
 *
 * @param revision the commit, as {@link GitRevision} tells it
 * @param date when its measurement began, ISO 8601 in UTC
 * @param rounds JVMs for each run; the figure is the median over them, or the greatest where something must never happen
 * @param seconds measured seconds of each JVM
 * @param coresMoved whether the host moved its cores during a measurement that counts; null, and not in the file, where that was not looked at, as of
 *     one thread
 * @param steal what the host took of the CPU time that the machine wanted during those of the runs of which it took most, from 0 to 1;
 *     null, and not in the file, where that cannot be told
 * @param firstSteal the same of the first measurement, if it was measured once more for it and that counts; else null, and not in the file
 */
public record Provenance(
        String revision,
        String date,
        int rounds,
        int seconds,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Boolean coresMoved,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Double steal,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Double firstSteal) {
    /**
     * A provenance of which nobody knows what the host took.
     *
     * @param revision the commit
     * @param date when its measurement began, ISO 8601 in UTC
     * @param rounds JVMs for each run
     * @param seconds measured seconds of each JVM
     * @param coresMoved whether the host moved its cores, or null
     */
    public Provenance(String revision, String date, int rounds, int seconds, @Nullable Boolean coresMoved) {
        this(revision, date, rounds, seconds, coresMoved, null, null);
    }

    /**
     * The provenance of what is measured from now on.
     *
     * @param rounds JVMs for each run
     * @param seconds measured seconds of each JVM
     * @return with this revision and the present time
     */
    public static Provenance now(int rounds, int seconds) {
        String date = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
        return new Provenance(GitRevision.current(), date, rounds, seconds, null);
    }

    /**
     * The same where it was looked at whether the host moved its cores.
     *
     * @param moved whether it did, or null if it was not looked at
     * @return a copy
     */
    public Provenance withCoresMoved(@Nullable Boolean moved) {
        return new Provenance(revision, date, rounds, seconds, moved, steal, firstSteal);
    }

    /**
     * The same under a host that takes CPU time.
     *
     * @param share of the run of which it took most, or null
     * @param first the same of a first measurement that does not count, or null
     * @return a copy
     */
    public Provenance withSteal(@Nullable Double share, @Nullable Double first) {
        return new Provenance(revision, date, rounds, seconds, coresMoved, share, first);
    }

    /**
     * The same after other rounds.
     *
     * @param count JVMs for each run
     * @return a copy
     */
    public Provenance withRounds(int count) {
        return new Provenance(revision, date, count, seconds, coresMoved, steal, firstSteal);
    }

    /**
     * Whether the host took so much that the bar says little.
     *
     * @return true above {@link Rate#MOST_STEAL}
     */
    public boolean underSteal() {
        return steal != null && steal > Rate.MOST_STEAL;
    }
}
