package io.distid.bench.results;

import org.jspecify.annotations.Nullable;

/**
 * The findings of an observer who sees a few ids. Immutable.
 *
 * @param guessed the share of ids, from 0 to 1, that were guessed from the few before, at a modest rate of arrival
 * @param guessedFlatOut the same for ids at full speed
 * @param volume the number of ids estimated from two ids (German tank), divided by the true number, or null if ids show
 *     no volume
 * @param timeErrorMillis the difference between the time in an id and its true time, or null if ids have no readable
 *     time
 */
public record Predictability(
        double guessed,
        double guessedFlatOut,
        @Nullable Double volume,
        @Nullable Double timeErrorMillis) {}
