package io.distid.internal.process;

/**
 * A moment by two clocks, the clock of the day and the monotonic clock, and whether both went on alike since. If not, one of them was set, or the
 * process stood still, as between a snapshot of its machine and its resumption. Then there may be a copy of the process.
 *
 * <p>Running clocks drift apart, too, and more over a longer time. So a comparison over a shorter time detects a shorter standstill. Immutable, and
 * so safe for use by any number of threads.
 *
 * @param nanos by the monotonic clock
 * @param millis by the clock of the day, epoch ms
 */
public record ClockDrift(long nanos, long millis) {
    /** Running clocks may differ by this part of the time that passed. */
    private static final int PART = 1_000;

    /** They may differ by this much besides: they are not read at once, and the clock of the day is set by small steps. */
    private static final long STEP_NANOS = 100_000_000;

    /**
     * Whether the clocks have drifted apart since.
     *
     * @return true if they differ by more than 0.1 s and a thousandth of the time that passed
     */
    public boolean isLarge(long nanosNow, long millisNow) {
        long monotonic = nanosNow - nanos;
        long ofTheDay = (millisNow - millis) * 1_000_000;
        return Math.abs(monotonic - ofTheDay) > STEP_NANOS + Math.max(monotonic, ofTheDay) / PART;
    }
}
