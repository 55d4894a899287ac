package io.distid.testkit.simulation;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Counts of the events of a simulation: without faults it would prove nothing. For one thread at a time. */
public final class Statistics {
    /** The counted events. Immutable. */
    public enum What {
        /** An id was issued. */
        IDS,
        /** A generator was opened. */
        OPENED,
        /** A generator was refused a worker id, or could not begin in time. */
        NOT_OPENED,
        /** A worker id was granted that another holder had before. */
        TAKEN_OVER,
        /** A generator was closed. */
        CLOSED,
        /** A process ended between calls. */
        CRASHED,
        /** A process ended during a call. */
        CRASHED_IN_A_CALL,
        /** A process stood still. */
        PAUSED,
        /** A clock was set. */
        CLOCK_JUMPED,
        /** A clock stopped. */
        CLOCK_STOPPED,
        /** A caller gave up on the store. */
        TIMED_OUT,
        /** The store carried out a request after its caller had given up. */
        WRITTEN_AFTER_TIME_OUT,
        /** {@link SimulatedFault#ANSWER_LOST}. */
        ANSWER_LOST,
        /** {@link SimulatedFault#DELIVERED_TWICE}, and the second answer arrived. */
        REPEATED_AT_ONCE,
        /** {@link SimulatedFault#DELIVERED_TWICE}, the second time after other requests. */
        REPEATED_LATE,
        /** {@link SimulatedFault#WIPED}. */
        WIPED,
        /** {@link SimulatedFault#RECORD_LOST}. */
        RECORD_LOST,
        /** {@link SimulatedFault#POWER_LOST}. */
        POWER_LOST,
        /** {@link SimulatedFault#ROLLED_BACK}. */
        ROLLED_BACK,
        /** {@link SimulatedFault#RESTORED}. */
        RESTORED,
        /** {@link SimulatedFault#CLONED}. */
        CLONED,
        /** A layout was refused. */
        LAYOUT_REFUSED,
        /** {@link SimulatedFault#LOCK_DELETED}. */
        LOCK_DELETED,
        /** A bound was moved. */
        RENEWED,
        /** A caller waited for the clock. */
        WAITED,
        /** A call failed because the clock is behind. */
        CLOCK_BEHIND,
        /** A call failed because the bound has passed or the lease is lost. */
        LEASE_LOST,
        /** A renewal was refused for good. */
        LOSS_NOTICED,
        /** A call failed because the format has ended. */
        FORMAT_ENDED,
        /** A node issued ids again after the faults had ended. */
        RECOVERED,
        /** An id came twice where the documents allow it: from copies of a process, or after {@link SimulatedFault#ROLLED_BACK}. */
        REPEATED_AS_DOCUMENTED
    }

    private final long[] counts = new long[What.values().length];

    /** Creates statistics without events. */
    public Statistics() {}

    /**
     * Counts an event.
     *
     * @param what the event
     */
    public void count(What what) {
        counts[what.ordinal()]++;
    }

    /**
     * How often an event happened.
     *
     * @param what the event
     * @return at least 0
     */
    public long get(What what) {
        return counts[what.ordinal()];
    }

    void add(Statistics other) {
        for (int i = 0; i < counts.length; i++) {
            counts[i] += other.counts[i];
        }
    }

    @Override
    public String toString() {
        return Arrays.stream(What.values())
                .filter(what -> get(what) > 0)
                .map(what -> what.name().toLowerCase(Locale.ROOT).replace('_', ' ') + " " + get(what))
                .collect(Collectors.joining(", "));
    }
}
