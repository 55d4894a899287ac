package io.distid.bench.results;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How long a new process takes to its first id, in milliseconds from the call that opens the generator. Immutable.
 *
 * @param samples how many processes the figures are of
 * @param first the median
 * @param firstMax the longest
 * @param afterCrash the median where the predecessor was killed with its lease in hand, with the slowest of {@code leases}, or null
 *     where there is none
 * @param leases the same with each source of worker ids that grants leases; empty if the strategy takes none
 */
public record StartUp(
        int samples,
        double first,
        double firstMax,
        @Nullable Double afterCrash,
        List<Lease> leases) {

    /**
     * Start-up with a leased worker id, the only one of its namespace. Immutable.
     *
     * @param worker the source of worker ids
     * @param samples the number of pairs of processes
     * @param first the median for an id that nobody had held before
     * @param afterCrash the median after the predecessor had been killed with its lease
     */
    public record Lease(String worker, int samples, double first, double afterCrash) {}

    /** Copies the list. */
    public StartUp {
        leases = List.copyOf(leases);
    }

    /** Start-up with sources of leases, the slowest of them as the figure after a crash. */
    public static StartUp of(int samples, double first, double firstMax, List<Lease> leases) {
        Double slowest =
                leases.stream().map(Lease::afterCrash).max(Double::compare).orElse(null);
        return new StartUp(samples, first, firstMax, slowest, leases);
    }
}
