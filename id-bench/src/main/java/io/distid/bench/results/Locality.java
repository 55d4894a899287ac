package io.distid.bench.results;

import org.jspecify.annotations.Nullable;

/**
 * What ids do to a table whose primary key they are: of InnoDB, and of PostgreSQL. Immutable.
 *
 * @param key the type of the key column: such as {@code BIGINT} or {@code BINARY(16)}
 * @param rows how many were inserted into each table
 * @param tables how many tables were filled one after the other; the other figures are medians over them
 * @param pageSplits how often a page of the index was split meanwhile, or null if the account may not read the counter
 * @param pagesWritten how many pages the server wrote until all of the table was on disk, or null as before
 * @param bytesPerRow size of the table by row, in bytes
 * @param relative rows a second divided by those of a bare {@code AUTO_INCREMENT} key in the same round
 * @param bufferPoolBytes the server's buffer pool, in bytes: beyond it, pages are read back before they are changed
 * @param onPostgreSql the same rows on PostgreSQL, or null if they were not inserted there, and within itself
 */
public record Locality(
        String key,
        long rows,
        int tables,
        double rowsPerSecond,
        @Nullable Long pageSplits,
        @Nullable Long pagesWritten,
        double bytesPerRow,
        double relative,
        long bufferPoolBytes,
        @Nullable Locality onPostgreSql) {

    /** The same with what came out on PostgreSQL. */
    public Locality with(Locality found) {
        return new Locality(
                key,
                rows,
                tables,
                rowsPerSecond,
                pageSplits,
                pagesWritten,
                bytesPerRow,
                relative,
                bufferPoolBytes,
                found);
    }
}
