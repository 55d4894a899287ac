package io.distid.bench.results;

import org.jspecify.annotations.Nullable;

/**
 * The cost of ids for the server. Immutable.
 *
 * @param ids the number of issued ids
 * @param perId statements or commands that the server counted for one id
 * @param burned numbers claimed from the store and never issued, after a clean close; null for a strategy that claims
 *     none in advance
 */
public record RoundTrips(long ids, double perId, @Nullable Long burned) {}
