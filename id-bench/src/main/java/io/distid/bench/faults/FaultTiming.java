package io.distid.bench.faults;

import java.time.Duration;

/**
 * How long things take in a run of faults. Immutable.
 *
 * @param name of the profile
 * @param lease the reservation of distid's leased strategies, in whole seconds; a pause lasts three of it
 * @param idsBefore the fewest ids of each node before a fault
 * @param idsAfter the ids of each node that show that it issues ids again
 * @param patience how long these are waited for
 * @param outage how long a store or its network is away
 * @param sideBySide how many cells run at a time
 */
public record FaultTiming(
        String name, Duration lease, int idsBefore, int idsAfter, Duration patience, Duration outage, int sideBySide) {
    /** The text of the profile in the report. */
    @Override
    public String toString() {
        return name + ": leases of " + lease.toSeconds() + "s, from " + idsBefore + " ids before a fault to " + idsAfter
                + " after it, awaited for " + patience.toSeconds() + " s, stores away for " + outage.toSeconds()
                + " s, " + sideBySide + " cells side by side";
    }
}
