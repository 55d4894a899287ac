package io.distid.bench.results;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.distid.bench.machine.GitRevision;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * The origin of a bar's figure. Immutable.
 *
 * @param revision the commit by {@link GitRevision}
 * @param date the start of its measurement, ISO 8601 in UTC
 * @param rounds JVMs for each run; the figure is the median over them
 * @param seconds measured seconds of each JVM
 * @param steal the largest share of the wanted CPU time that the host took in a run, 0 to 1; null, and not in the file,
 *     if unknown
 */
public record Provenance(
        String revision,
        String date,
        int rounds,
        int seconds,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Double steal) {

    /** The provenance of a measurement that begins now. */
    public static Provenance now(int rounds, int seconds) {
        String date = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
        return new Provenance(GitRevision.current(), date, rounds, seconds, null);
    }

    /** The same with the share in the run with the most steal, or null. */
    public Provenance withSteal(@Nullable Double share) {
        return new Provenance(revision, date, rounds, seconds, share);
    }

    /** Whether the host took too much for a meaningful bar: more than {@link Rate#MOST_STEAL}. */
    public boolean underSteal() {
        return steal != null && steal > Rate.MOST_STEAL;
    }
}
