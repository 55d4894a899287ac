package io.distid.bench.results;

/**
 * The checked ids as numbers. The 128 bits of a UUID are one unsigned number. Immutable.
 *
 * @param example one id as text, in the strategy's own form
 * @param smallest the smallest id, in decimal
 * @param largest the largest id, in decimal
 * @param density issued ids per number from the smallest to the largest: 1 without gaps
 */
public record Shape(String example, String smallest, String largest, double density) {}
