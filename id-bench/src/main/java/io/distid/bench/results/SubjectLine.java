package io.distid.bench.results;

import org.jspecify.annotations.Nullable;

/**
 * The measurements of a subject that is not a strategy, but is measured like one. Immutable.
 *
 * @param <L> the type of the record
 */
public interface SubjectLine<L extends SubjectLine<L>> {
    /** The name in the report: unique among its kind. */
    String name();

    /** The origin of its code, and its settings. */
    Origin origin();

    /** Its status: measured, until it is skipped or fails. */
    Row.Status status();

    /** Why it was skipped or failed; null if it was not. */
    @Nullable
    String reason();

    /** Whether it has figures; false if there is only a reason. */
    boolean hasFigures();

    /** The same line as skipped or failed, with the reason. A failed line keeps its first reason. */
    L ended(Row.Status how, String why);
}
