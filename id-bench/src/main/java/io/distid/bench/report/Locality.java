package io.distid.bench.report;

/**
 * What ids do to an InnoDB table whose primary key they are.
 *
 * @param rows how many were inserted
 * @param rowsPerSecond the rate of the inserts
 * @param pageSplits how often InnoDB split a page of the index meanwhile
 * @param bytesPerRow size of the table by row, in bytes
 * @param relative rows a second divided by those of a bare {@code AUTO_INCREMENT} key in the same run
 */
public record Locality(long rows, double rowsPerSecond, long pageSplits, double bytesPerRow, double relative) {}
