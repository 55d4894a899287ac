package io.distid.coordination;

import java.time.Duration;

/**
 * A lease as its holder counts it: from before the store was asked, and shorter by 1 ms and a thousandth, for drift. Immutable.
 *
 * @param from a moment before the store was asked
 * @param nanos how long it lasts
 */
record Lease(LeaseClock.Moment from, long nanos) {
    /** A store may not count the part of a ms before the request. */
    private static final long STORE_TICK_NANOS = 1_000_000;

    /** Counts whole ms only, as the store does. */
    static Lease of(LeaseClock.Moment from, Duration length) {
        return new Lease(from, length.toMillis() * 1_000_000);
    }

    /** For messages: why the lease was over before its grant arrived. A longer lease does not help if a clock was set. */
    String endedBeforeAnswer(LeaseClock clock) {
        String length = nanos / 1_000_000 + " ms";
        return from.drifted(clock)
                ? "a clock was set, or the machine stood still, before the answer came, and by one of its clocks the lease of "
                        + length + " is over"
                : "the answer took longer than its lease of " + length + ": lease it for longer";
    }

    /** In ns; zero or less once it is over. */
    long left(LeaseClock clock) {
        return nanos - nanos / LeaseClock.DRIFT_PART - STORE_TICK_NANOS - from.passed(clock);
    }
}
