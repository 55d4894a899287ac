package io.distid.bench.results;

/**
 * The check of the checker: two processes forced onto one worker id, or a counter that loses counts under threads, whose ids must repeat.
 * Immutable.
 *
 * @param strategy what was run
 * @param processes how many JVMs
 * @param ids how many ids they made together
 * @param duplicates how many of them equal another
 * @param caught whether the checker found any: if not, its other verdicts are worth nothing
 */
public record Control(String strategy, int processes, long ids, long duplicates, boolean caught) {
    /** What the ids come from, in words: such as {@code 2 processes of snowflake on one worker id}. */
    public String source() {
        return processes == 1
                ? "threads of one process on a " + strategy
                : processes + " processes of " + strategy + " on one worker id";
    }
}
