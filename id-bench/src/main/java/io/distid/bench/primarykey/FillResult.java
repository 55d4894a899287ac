package io.distid.bench.primarykey;

import java.util.OptionalLong;

/**
 * One table, filled once. Immutable.
 *
 * @param seconds from the first statement to the last commit
 * @param splits of pages of its index meanwhile, if they were counted
 * @param pagesWritten by the server until all of the table was on disk, if they were counted
 * @param bytes of the pages that its rows are in
 */
public record FillResult(
        String type, long rows, double seconds, OptionalLong splits, OptionalLong pagesWritten, long bytes) {
    /** The rate: rows a second. */
    public double rowsPerSecond() {
        return rows / seconds;
    }
}
