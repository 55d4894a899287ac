package io.distid.testkit.simulation;

import java.util.Set;

/**
 * A protection of the lease protocol, and the fault under which ids repeat where it is missing. Each can be taken away from any store, by
 * {@link UnprotectedStore}. Immutable.
 */
public enum Protection {
    /** A grant begins above the bound of the record that it replaces. */
    BOUND_OF_PREDECESSOR(SimulatedFault.CRASH),
    /** A record that was not there begins above a floor. */
    FLOOR(SimulatedFault.WIPED),
    /** Records that were lost are noticed by their number. */
    COUNT(SimulatedFault.RECORD_LOST),
    /** A store that went back is noticed by its incarnation. */
    INCARNATION(SimulatedFault.ROLLED_BACK),
    /** No bound lies far ahead of the store's clock. */
    HORIZON(SimulatedFault.WIPED),
    /** A record is replaced only where the expected token stands. */
    TOKEN(SimulatedFault.CLONED),
    /** Ids of two layouts are kept apart. */
    LAYOUT(SimulatedFault.OTHER_LAYOUT),
    /** A grant counts only where the header still stands when it is made. */
    HEADER_OF_GRANT(SimulatedFault.ROLLED_BACK);

    private final SimulatedFault fault;

    Protection(SimulatedFault fault) {
        this.fault = fault;
    }

    /**
     * What makes it needed.
     *
     * @return that fault, and those that each world has
     */
    public Set<SimulatedFault> faults() {
        return SimulatedFault.troublesAnd(fault);
    }
}
