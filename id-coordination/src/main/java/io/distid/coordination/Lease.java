package io.distid.coordination;

import java.time.Duration;

/**
 * A lease as its holder counts it: from before the store was asked, with a ms and a thousandth of it left out for drift. Immutable.
 *
 * @param from before the store was asked
 * @param nanos how long it lasts
 */
record Lease(LeaseClock.Moment from, long nanos) {
    /** A store may leave out the part of a ms in which it was asked. */
    private static final long STORE_TICK_NANOS = 1_000_000;

    /** Of the whole ms, since the store is not told of more. */
    static Lease of(LeaseClock.Moment from, Duration length) {
        return new Lease(from, length.toMillis() * 1_000_000);
    }

    /** Why it was over when the answer came that granted it, for messages. Of a clock that was set, a longer lease is no help. */
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
