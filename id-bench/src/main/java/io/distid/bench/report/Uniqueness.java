package io.distid.bench.report;

/**
 * What the check for equal ids found.
 *
 * @param generators how many there were, each a node of its own
 * @param threads how many shared each generator
 * @param ids how many ids were compared
 * @param duplicates how many of them equal an earlier one
 */
public record Uniqueness(int generators, int threads, long ids, long duplicates) {}
