package io.distid.bench.results;

/**
 * The check of the merged ids of several processes, each a node against the shared store. Immutable.
 *
 * @param idsPerSecond the rate of all processes together, over the compared ids
 * @param inversionsPerNode ids not greater than an earlier id of their own process
 * @param inversionsAcross ids not greater than an earlier id of any process, by the clock that all share
 * @param displacement the greatest distance of an id from its place in the sorted order: the k of k-sorted
 * @param displacementP99 the distance that 99 % of the ids do not exceed
 * @param tooFew whether a process had fewer ids than {@link LeastIds} needs, so that there is no verdict
 */
public record MergedNodes(
        int processes,
        long ids,
        long duplicates,
        double idsPerSecond,
        long inversionsPerNode,
        long inversionsAcross,
        long displacement,
        long displacementP99,
        boolean tooFew) {}
