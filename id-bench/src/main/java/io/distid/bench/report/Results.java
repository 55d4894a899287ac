package io.distid.bench.report;

import java.util.List;

/**
 * One run of the comparison, as {@code results.json} has it.
 *
 * @param environment where and how it ran
 * @param strategies one entry per strategy, in the order of the report
 */
public record Results(Environment environment, List<Row> strategies) {
    /** Copies the list. */
    public Results {
        strategies = List.copyOf(strategies);
    }

    /**
     * Whether any strategy failed.
     *
     * @return false if all were measured or skipped
     */
    public boolean anyFailed() {
        return strategies.stream().anyMatch(row -> row.status() == Row.Status.failed);
    }
}
