package io.distid.bench.results;

import java.util.List;

/**
 * What the seed decides of one cell of the table of faults. Immutable.
 *
 * @param victim the node that the fault is done to, from 0
 * @param idsBefore how many ids each node gives out before
 * @param jumps where a clock that jumps about is set, one after the other, in ms against the true time
 */
public record FaultPlan(int victim, int idsBefore, List<Integer> jumps) {
    /** Copies the list. */
    public FaultPlan {
        jumps = List.copyOf(jumps);
    }
}
