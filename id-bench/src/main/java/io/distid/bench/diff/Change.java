package io.distid.bench.diff;

import org.jspecify.annotations.Nullable;

/**
 * One rate, then and now, and what {@link RunDiff} makes of it. Immutable.
 *
 * @param reference whether it is a bare reference and no strategy
 * @param change by how much it rose or fell: -0.1 is a tenth less; null if there is no reference to divide by
 * @param p the probability of such a change by chance, raised for the number of tests; null if it was not tested
 * @param verdict what to make of it
 */
public record Change(
        String name,
        boolean batch,
        boolean reference,
        int threads,
        double old,
        double now,
        @Nullable Double change,
        @Nullable Double p,
        Conclusion verdict) {

    /** The verdict on a change. In lower case, as in JSON. Immutable. */
    public enum Conclusion {
        /** Significantly, and by more than is tolerated. */
        slower,
        /** Significantly, and by more than is tolerated. */
        faster,
        /** Significant, but steal explains it or is too much for a verdict. */
        stolen,
        /** Explained by chance, or too small to matter. */
        none,
        /** Too few samples for a verdict. */
        untested
    }
}
