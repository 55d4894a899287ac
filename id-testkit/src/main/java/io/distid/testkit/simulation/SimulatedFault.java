package io.distid.testkit.simulation;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/** The faults of processes, clocks, network and store of a {@link Simulation}. Each can be switched on alone. Immutable. */
public enum SimulatedFault {
    /** Processes end, also in the middle of a call, and start again. */
    CRASH,
    /** Processes stand still, also between the reading of a clock and what is done with it. */
    PAUSE,
    /** Clocks are set, stand still and run fast or slow: each node's, and the store's. */
    CLOCK,
    /** Nodes do not reach the store; what they send may arrive all the same. */
    PARTITION,
    /** Requests and answers take longer than callers wait. */
    SLOW_NETWORK,
    /** A request is carried out and its answer is lost. */
    ANSWER_LOST,
    /** A request is carried out twice: at once, so that the second answer is the one that arrives, or long after. */
    DELIVERED_TWICE,
    /** The store loses all that it kept. */
    WIPED,
    /** The store loses one record. */
    RECORD_LOST,
    /** The store goes back to an earlier state without an error. */
    ROLLED_BACK,
    /**
     * An operator goes back to an earlier state: stops all nodes, restores, sets the clocks right, and starts the nodes when the clocks have
     * passed all that was reserved.
     */
    RESTORED,
    /** A running process is copied, with all that it has in memory; both continue. */
    CLONED,
    /** Nodes that split the bits of an id in another way ask in the same namespace. */
    OTHER_LAYOUT,
    /** The lock that keeps two processes off one file is deleted. */
    LOCK_DELETED,
    /** All processes end at once, and what they wrote or renamed and did not sync may be gone. */
    POWER_LOST;

    private static final Set<SimulatedFault> TROUBLES =
            Collections.unmodifiableSet(EnumSet.of(CRASH, PAUSE, CLOCK, PARTITION, SLOW_NETWORK));

    /**
     * The faults of nodes, clocks and network that every world has, whatever its store: crashes, pauses, clocks, partitions and a slow
     * network.
     *
     * @return not to be changed
     */
    public static Set<SimulatedFault> troubles() {
        return TROUBLES;
    }

    /**
     * {@link #troubles()} and some more.
     *
     * @param more faults that the store can have
     * @return may be changed
     */
    public static Set<SimulatedFault> troublesAnd(SimulatedFault... more) {
        Set<SimulatedFault> faults = EnumSet.copyOf(TROUBLES);
        Collections.addAll(faults, more);
        return faults;
    }
}
