package io.distid.internal.process;

/**
 * A moment by two clocks, the one of the day and the monotonic one, and whether they went on alike since. If they did not, one of them was set, or the
 * process stood still, as it does between a snapshot of its machine and the moment it is resumed: then there may be a copy of it.
 *
 * <p>Clocks that run may differ, too, and by more the longer it is: so the shorter the time that is compared, the shorter a standstill that is
 * seen. Immutable, and so safe for use by any number of threads.
 *
 * @param nanos by the monotonic clock
 * @param millis by the clock of the day, epoch ms
 */
public record ClockDrift(long nanos, long millis) {
    /** Of the time that passed, that clocks may differ by. */
    private static final int PART = 1_000;

    /** What the two may differ by besides: they are not read at once, and the one of the day is set by small steps. */
    private static final long STEP_NANOS = 100_000_000;

    /**
     * Whether they have gone apart since.
     *
     * @param nanosNow by the monotonic clock
     * @param millisNow by the clock of the day, epoch ms
     * @return true if they differ by more than 0.1 s and a thousandth of the time that passed
     */
    public boolean isLarge(long nanosNow, long millisNow) {
        long monotonic = nanosNow - nanos;
        long ofTheDay = (millisNow - millis) * 1_000_000;
        return Math.abs(monotonic - ofTheDay) > STEP_NANOS + Math.max(monotonic, ofTheDay) / PART;
    }
}
