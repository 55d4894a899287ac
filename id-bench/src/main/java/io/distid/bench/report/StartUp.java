package io.distid.bench.report;

import org.jspecify.annotations.Nullable;

/**
 * How long a new process takes to its first id, in milliseconds from the call that opens the generator.
 *
 * @param samples how many processes the figures are of
 * @param first the median
 * @param firstMax the longest
 * @param afterCrash the median where the predecessor was killed with its lease in hand, or null where there is no lease
 */
public record StartUp(
        int samples,
        double first,
        double firstMax,
        @Nullable Double afterCrash) {}
