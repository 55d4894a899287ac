package io.distid.bench.results;

import org.jspecify.annotations.Nullable;

/**
 * What ids do to an InnoDB table whose primary key they are. Immutable.
 *
 * @param key the type of the key column: {@code BIGINT}, {@code BINARY(16)} or {@code BIGINT AUTO_INCREMENT}
 * @param rows how many were inserted into each table
 * @param tables how many tables were filled one after the other; the other figures are medians over them
 * @param rowsPerSecond the rate of the inserts
 * @param pageSplits how often InnoDB split a page of the index meanwhile, or null if the account may not read its counter
 * @param bytesPerRow size of the table by row, in bytes
 * @param relative rows a second divided by those of a bare {@code AUTO_INCREMENT} key in the same round
 * @param bufferPoolBytes the server's buffer pool, in bytes: beyond it, pages are read back before they are changed
 */
public record Locality(
        String key,
        long rows,
        int tables,
        double rowsPerSecond,
        @Nullable Long pageSplits,
        double bytesPerRow,
        double relative,
        long bufferPoolBytes) {}
