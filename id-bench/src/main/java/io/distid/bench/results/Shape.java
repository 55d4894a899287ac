package io.distid.bench.results;

/**
 * What the ids that were checked look like as numbers. For UUIDs, all 128 bits are read as one unsigned number. Immutable.
 *
 * @param example one id as text, in the strategy's own form
 * @param smallest the smallest id, in decimal
 * @param largest the largest id, in decimal
 * @param density ids given out per number from the smallest to the largest: 1 if none was left out
 */
public record Shape(String example, String smallest, String largest, double density) {}
