package io.distid.bench.results;

/**
 * What the merged ids of several processes showed, each a node of its own against the shared store. Immutable.
 *
 * @param processes how many JVMs
 * @param ids how many ids they made together
 * @param duplicates how many of them equal another
 * @param idsPerSecond of all processes together, over the very ids that were compared
 * @param inversionsPerNode ids not greater than one that their own process had been given before
 * @param inversionsAcross ids not greater than one that any process had been given before, by the clock all of them share
 * @param displacement the greatest distance, in places, of an id from where it belongs once all are sorted: the k of k-sorted
 * @param displacementP99 the distance that 99 % of the ids do not exceed
 * @param tooFew whether a process made fewer than {@link LeastIds} asks for, so that nothing is shown
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
