package io.distid.bench.results;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * Where the figure of a bar comes from. Immutable.
 *
 * @param revision the commit, as {@link GitRevision} tells it
 * @param date when its measurement began, ISO 8601 in UTC
 * @param rounds JVMs for each run; the figure is the median over them
 * @param seconds measured seconds of each JVM
 * @param coresMoved whether the host moved its cores during a measurement that counts
 */
public record Provenance(String revision, String date, int rounds, int seconds, boolean coresMoved) {
    /**
     * The provenance of what is measured from now on.
     *
     * @param rounds JVMs for each run
     * @param seconds measured seconds of each JVM
     * @return with this revision and the present time
     */
    public static Provenance now(int rounds, int seconds) {
        String date = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
        return new Provenance(GitRevision.current(), date, rounds, seconds, false);
    }

    /**
     * The same where the host moved its cores.
     *
     * @return a copy
     */
    public Provenance withMovedCores() {
        return new Provenance(revision, date, rounds, seconds, true);
    }
}
