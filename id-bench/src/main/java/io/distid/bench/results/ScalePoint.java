package io.distid.bench.results;

/**
 * What a figure came to at one size. Immutable.
 *
 * @param size how many there were of what grows, 1 or more
 * @param value the figure, in the unit of its curve
 */
public record ScalePoint(long size, double value) {}
