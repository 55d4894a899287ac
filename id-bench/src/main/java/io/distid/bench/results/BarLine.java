package io.distid.bench.results;

import org.jspecify.annotations.Nullable;

/**
 * A ratio that distid has set itself, and what became of it. Immutable.
 *
 * @param name what is held, in words
 * @param threads at how many
 * @param required in words
 * @param measured the ratio, or null if it was not measured or a run failed
 * @param reference what it was compared to, or null if the bar is of a constant
 * @param figure the subject's own figure, or null if it was not measured or its run failed
 * @param passed whether it holds, or null if it was not measured
 * @param reason why there is no ratio, or null if there is one
 * @param provenance where the figures come from, or null if it was not measured
 */
public record BarLine(
        String name,
        int threads,
        String required,
        @Nullable Double measured,
        @Nullable String reference,
        @Nullable Double figure,
        @Nullable Boolean passed,
        @Nullable String reason,
        @Nullable Provenance provenance) {
    /** Whether it was measured, and holds: what {@code bars} exits with 0 for, of all that it was asked for. */
    public boolean holds() {
        return Boolean.TRUE.equals(passed);
    }

    /** Whether both are of the same bar; {@code other}: a line of another run; whatever became of either. */
    public boolean isOf(BarLine other) {
        return name.equals(other.name) && threads == other.threads;
    }
}
