package io.distid.bench.results;

/**
 * What the check for equal ids found. Immutable.
 *
 * @param generators how many there were, each a node of its own
 * @param threads how many shared each generator
 * @param ids how many ids were compared
 * @param duplicates how many of them equal an earlier one
 * @param tooFew whether a generator gave fewer than {@link LeastIds#PER_NODE}, so that nothing is shown
 */
public record Uniqueness(int generators, int threads, long ids, long duplicates, boolean tooFew) {}
