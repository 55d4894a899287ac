package io.distid.bench.results;

import org.jspecify.annotations.Nullable;

/**
 * What an observer who gets to see a few ids learns from them. Immutable.
 *
 * @param guessed the share of ids, from 0 to 1, that were guessed from the few before, at a modest rate of arrival
 * @param guessedFlatOut the same while ids are drawn as fast as they come
 * @param volume the number of ids estimated from two of them (German tank), divided by the true number, or null if ids do not
 *     count anything
 * @param timeErrorMillis how far the time read out of an id is from the time it was made at, or null if none can be read
 */
public record Predictability(
        double guessed,
        double guessedFlatOut,
        @Nullable Double volume,
        @Nullable Double timeErrorMillis) {}
