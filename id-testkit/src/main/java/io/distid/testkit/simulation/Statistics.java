package io.distid.testkit.simulation;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** How often what happened: a simulation in which nothing goes wrong proves nothing. For one thread at a time. */
public final class Statistics {
    /** What is counted. Immutable. */
    public enum What {
        /** An id was issued. */
        IDS,
        /** A generator was opened. */
        OPENED,
        /** A generator was refused a worker id, or could not begin in time. */
        NOT_OPENED,
        /** A worker id was granted that another had before. */
        TAKEN_OVER,
        /** A generator was closed. */
        CLOSED,
        /** A process ended between calls. */
        CRASHED,
        /** A process ended within a call. */
        CRASHED_IN_A_CALL,
        /** A process stood still. */
        PAUSED,
        /** A clock was set. */
        CLOCK_JUMPED,
        /** A clock stopped. */
        CLOCK_STOPPED,
        /** A caller gave up on the store. */
        TIMED_OUT,
        /** The store carried out what its caller had given up on. */
        WRITTEN_AFTER_TIME_OUT,
        /** {@link SimulatedFault#ANSWER_LOST}. */
        ANSWER_LOST,
        /** {@link SimulatedFault#DELIVERED_TWICE}, and the second answer was the one that arrived. */
        REPEATED_AT_ONCE,
        /** {@link SimulatedFault#DELIVERED_TWICE}, the second time after others. */
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
        /** A node issued ids again when all was well again. */
        RECOVERED,
        /** An id came twice where that is said to be possible: from copies of a process, or after {@link SimulatedFault#ROLLED_BACK}. */
        REPEATED_AS_DOCUMENTED
    }

    private final long[] counts = new long[What.values().length];

    /** Nothing has happened yet. */
    public Statistics() {}

    /**
     * Counts one.
     *
     * @param what happened
     */
    public void count(What what) {
        counts[what.ordinal()]++;
    }

    /**
     * How often it happened.
     *
     * @param what of which it is asked
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
