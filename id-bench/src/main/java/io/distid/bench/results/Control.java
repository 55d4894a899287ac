package io.distid.bench.results;

/**
 * The check of the checker: two processes with the same worker id, or a counter that loses counts under threads. Their
 * ids must repeat. Immutable.
 *
 * @param caught whether the checker found any: if not, its other verdicts are worthless
 */
public record Control(String strategy, int processes, long ids, long duplicates, boolean caught) {
    /** The source of the ids in words, such as {@code 2 processes of snowflake on one worker id}. */
    public String source() {
        return processes == 1
                ? "threads of one process on a " + strategy
                : processes + " processes of " + strategy + " on one worker id";
    }
}
