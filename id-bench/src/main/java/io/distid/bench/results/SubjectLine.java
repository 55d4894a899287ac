package io.distid.bench.results;

import org.jspecify.annotations.Nullable;

/**
 * What was measured of something that is no strategy, and is measured as one is. Immutable.
 *
 * @param <L> the record that it is
 */
public interface SubjectLine<L extends SubjectLine<L>> {
    /** What the report calls it: unique among its kind. */
    String name();

    /** Whose code it is: and how it is set up. */
    Origin origin();

    /** How it went: measured, until it is skipped or fails. */
    Row.Status status();

    /** Why it was skipped or failed; null if it was not. */
    @Nullable
    String reason();

    /** Whether anything of it was measured; false if there is only a reason. */
    boolean hasFigures();

    /**
     * The same that was skipped or failed.
     *
     * @param how which of the two
     * @param why the reason
     * @return a copy, or the same with its first reason if it has failed before
     */
    L ended(Row.Status how, String why);
}
