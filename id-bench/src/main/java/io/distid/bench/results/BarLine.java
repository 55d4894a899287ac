package io.distid.bench.results;

import org.jspecify.annotations.Nullable;

/**
 * A ratio that distid has set itself, with its outcome. Immutable.
 *
 * @param required the required ratio in words
 * @param reference the subject of the comparison, or null for a constant
 * @param figure the subject's own figure, or null if it was not measured or its run failed
 * @param passed whether it holds, or null if it was not measured
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
    /** Whether it was measured and holds. The command {@code bars} exits with 0 if all requested bars do. */
    public boolean holds() {
        return Boolean.TRUE.equals(passed);
    }

    /** Whether both lines are of the same bar, whatever their outcomes; {@code other}: a line of another run. */
    public boolean isOf(BarLine other) {
        return name.equals(other.name) && threads == other.threads;
    }
}
