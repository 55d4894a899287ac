package io.distid.testkit.simulation;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/** The faults of processes, clocks, network and store of a {@link Simulation}. Each can be switched on alone. Immutable. */
public enum SimulatedFault {
    /** Processes end, also in the middle of a call, and start again. */
    CRASH,
    /** Processes stand still, also between the reading of a clock and its use. */
    PAUSE,
    /** Clocks are set, stand still and run fast or slow, those of the nodes and of the store. */
    CLOCK,
    /** Nodes do not reach the store; their requests may arrive all the same. */
    PARTITION,
    /** Requests and answers take longer than callers wait. */
    SLOW_NETWORK,
    /** A request is carried out and its answer is lost. */
    ANSWER_LOST,
    /** A request is carried out twice: at once, so that the second answer arrives, or again long after. */
    DELIVERED_TWICE,
    /** The store loses all data. */
    WIPED,
    /** The store loses one record. */
    RECORD_LOST,
    /** The store goes back to an earlier state without an error. */
    ROLLED_BACK,
    /**
     * An operator restores an earlier state. The operator stops all nodes, restores, sets the clocks right, and starts the nodes when the
     * clocks have passed all reservations.
     */
    RESTORED,
    /** A running process is copied with its memory; both continue. */
    CLONED,
    /** Nodes with another layout ask in the same namespace. */
    OTHER_LAYOUT,
    /** The lock that keeps a second process off a file is deleted. */
    LOCK_DELETED,
    /** All processes end at once, and writes and renames without a sync may be lost. */
    POWER_LOST;

    private static final Set<SimulatedFault> TROUBLES =
            Collections.unmodifiableSet(EnumSet.of(CRASH, PAUSE, CLOCK, PARTITION, SLOW_NETWORK));

    /**
     * The faults of nodes, clocks and network that every world has, whatever its store: crashes, pauses, clocks, partitions and a slow
     * network.
     *
     * @return the faults, unmodifiable
     */
    public static Set<SimulatedFault> troubles() {
        return TROUBLES;
    }

    /**
     * {@link #troubles()} and some more.
     *
     * @param more the faults that the store can have
     * @return the faults, modifiable
     */
    public static Set<SimulatedFault> troublesAnd(SimulatedFault... more) {
        Set<SimulatedFault> faults = EnumSet.copyOf(TROUBLES);
        Collections.addAll(faults, more);
        return faults;
    }
}
