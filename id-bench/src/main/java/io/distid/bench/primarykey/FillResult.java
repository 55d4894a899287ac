package io.distid.bench.primarykey;

import java.util.OptionalLong;

/**
 * One table, filled once. Immutable.
 *
 * @param type the type of its key column
 * @param rows the inserted rows
 * @param seconds from the first statement to the last commit
 * @param splits page splits of its index, if they were counted
 * @param bytes the bytes of the pages with its rows
 */
public record FillResult(String type, long rows, double seconds, OptionalLong splits, long bytes) {
    /** The rate: rows a second. */
    public double rowsPerSecond() {
        return rows / seconds;
    }
}
