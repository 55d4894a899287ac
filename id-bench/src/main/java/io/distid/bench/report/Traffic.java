package io.distid.bench.report;

import org.jspecify.annotations.Nullable;

/**
 * What ids cost beyond the process.
 *
 * @param ids how many were issued
 * @param roundTrips statements or commands that the server counted for one id
 * @param burned numbers taken from the store and never issued, after a clean close; null where a strategy takes none in advance
 */
public record Traffic(long ids, double roundTrips, @Nullable Long burned) {}
