package io.distid.bench.results;

/**
 * The check for equal ids. Immutable.
 *
 * @param generators the number of generators, each a node
 * @param threads the threads of each generator
 * @param tooFew whether a generator issued fewer than {@link LeastIds#PER_NODE}, so that there is no verdict
 */
public record Uniqueness(int generators, int threads, long ids, long duplicates, boolean tooFew) {}
