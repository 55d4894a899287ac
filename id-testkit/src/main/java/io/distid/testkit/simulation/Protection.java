package io.distid.testkit.simulation;

import java.util.Set;

/**
 * A protection of the lease protocol, and the fault under which ids repeat without it. {@link UnprotectedStore} removes a protection from
 * any store. Immutable.
 */
public enum Protection {
    /** A grant begins above the bound of the record that it replaces. */
    BOUND_OF_PREDECESSOR(SimulatedFault.CRASH),
    /** A new record begins above a floor. */
    FLOOR(SimulatedFault.WIPED),
    /** Lost records are detected by their number. */
    COUNT(SimulatedFault.RECORD_LOST),
    /** A store that went back is detected by its incarnation. */
    INCARNATION(SimulatedFault.ROLLED_BACK),
    /** No bound lies far ahead of the store's clock. */
    HORIZON(SimulatedFault.WIPED),
    /** A record is replaced only if it has the expected token. */
    TOKEN(SimulatedFault.CLONED),
    /** Ids of two layouts are kept apart. */
    LAYOUT(SimulatedFault.OTHER_LAYOUT),
    /** A grant counts only if the header is unchanged at that moment. */
    HEADER_OF_GRANT(SimulatedFault.ROLLED_BACK);

    private final SimulatedFault fault;

    Protection(SimulatedFault fault) {
        this.fault = fault;
    }

    /**
     * The faults that make the protection necessary.
     *
     * @return its own fault, and the faults of every world
     */
    public Set<SimulatedFault> faults() {
        return SimulatedFault.troublesAnd(fault);
    }
}
