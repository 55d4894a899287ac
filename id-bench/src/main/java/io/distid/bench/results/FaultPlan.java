package io.distid.bench.results;

import java.util.List;

/**
 * The random decisions for one cell of the table of faults. Immutable.
 *
 * @param victim the node that the fault is done to, from 0
 * @param idsBefore the ids of each node before the fault
 * @param jumps the settings of a jumping clock, in ms against the true time
 */
public record FaultPlan(int victim, int idsBefore, List<Integer> jumps) {
    /** Copies the list. */
    public FaultPlan {
        jumps = List.copyOf(jumps);
    }
}
