package io.distid.bench.results;

import org.jspecify.annotations.Nullable;

/**
 * What ids cost beyond the process. Immutable.
 *
 * @param ids how many were issued
 * @param perId statements or commands that the server counted for one id
 * @param burned numbers taken from the store and never issued, after a clean close; null where a strategy takes none in advance
 */
public record RoundTrips(long ids, double perId, @Nullable Long burned) {}
