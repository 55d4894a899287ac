package io.distid.bench.faults;

import java.time.Duration;

/**
 * How long things take in a run of faults. Immutable.
 *
 * @param name of the profile
 * @param reservation the reservation of distid's leased strategies, as a value of their key
 * @param lease the same as a duration; a pause lasts three of it
 * @param idsBefore the fewest ids of each node before a fault
 * @param idsAfter the ids of each node that show that it issues ids again
 * @param patience how long these are waited for
 * @param outage how long a store or its network is away
 * @param sideBySide how many cells run at a time
 */
public record FaultTiming(
        String name,
        String reservation,
        Duration lease,
        int idsBefore,
        int idsAfter,
        Duration patience,
        Duration outage,
        int sideBySide) {
    /** The text of the profile in the report. */
    @Override
    public String toString() {
        return name + ": leases of " + reservation + ", from " + idsBefore + " ids before a fault to " + idsAfter
                + " after it, awaited for " + patience.toSeconds() + " s, stores away for " + outage.toSeconds()
                + " s, " + sideBySide + " cells side by side";
    }
}
