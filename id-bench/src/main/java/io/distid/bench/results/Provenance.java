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
 * @param rounds JVMs for each run; the figure is the median over them
 * @param seconds measured seconds of each JVM
 * @param steal what the host took of the CPU time that the machine wanted during those of the runs of which it took most, from 0 to 1;
 *     null, and not in the file, where that cannot be told
 */
public record Provenance(
        String revision,
        String date,
        int rounds,
        int seconds,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Double steal) {

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

    /** The same under a host that takes CPU time; {@code share}: of the run of which it took most, or null. */
    public Provenance withSteal(@Nullable Double share) {
        return new Provenance(revision, date, rounds, seconds, share);
    }

    /** Whether the host took so much that the bar says little: more than {@link Rate#MOST_STEAL}. */
    public boolean underSteal() {
        return steal != null && steal > Rate.MOST_STEAL;
    }
}
