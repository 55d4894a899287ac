package io.distid.bench.results;

import org.jspecify.annotations.Nullable;

/**
 * The effect of ids on an InnoDB table that has them as its primary key. Immutable.
 *
 * @param key the type of the key column: {@code BIGINT}, {@code BINARY(16)} or {@code BIGINT AUTO_INCREMENT}
 * @param rows the rows of each table
 * @param tables the number of tables, filled one after the other; the other figures are medians over them
 * @param rowsPerSecond the rate of the inserts
 * @param pageSplits page splits of the index, or null if the account may not read InnoDB's counter
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
