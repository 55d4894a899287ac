package io.distid.snowflake.simulation;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** How often what happened: a simulation in which nothing goes wrong proves nothing. */
final class Statistics {
    enum What {
        IDS,
        OPENED,
        TAKEN_OVER,
        CLOSED,
        CRASHED,
        CRASHED_IN_A_CALL,
        PAUSED,
        CLOCK_JUMPED,
        CLOCK_STOPPED,
        TIMED_OUT,
        WRITTEN_AFTER_TIME_OUT,
        RENEWED,
        WAITED,
        CLOCK_BEHIND,
        LEASE_LOST,
        FORMAT_ENDED,
        RECOVERED
    }

    private final long[] counts = new long[What.values().length];

    void count(What what) {
        counts[what.ordinal()]++;
    }

    long get(What what) {
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
                .map(what -> what.name().toLowerCase(Locale.ROOT).replace('_', ' ') + " " + get(what))
                .collect(Collectors.joining(", "));
    }
}
