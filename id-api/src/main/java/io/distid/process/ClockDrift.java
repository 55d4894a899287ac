package io.distid.process;

/**
 * Whether the clock of the day and the monotonic one went on alike since a moment. If they did not, one of them was set, or the process stood
 * still, as it does between a snapshot of its machine and the moment it is resumed: then there may be a copy of it. Immutable, and so safe for use by
 * any number of threads.
 */
public final class ClockDrift {
    /** Of the time that passed, that clocks may differ by. */
    private static final int PART = 1_000;

    /** What the two may differ by besides: they are not read at once, and the one of the day is set by small steps. */
    private static final long STEP_NANOS = 100_000_000;

    private final long nanos = System.nanoTime();
    private final long millis = System.currentTimeMillis();

    /** From now on, by the system's clocks. */
    public ClockDrift() {}

    /**
     * Whether they have gone apart since.
     *
     * @return true if they differ by more than clocks that run do
     */
    public boolean isLarge() {
        return isLarge(System.nanoTime() - nanos, (System.currentTimeMillis() - millis) * 1_000_000);
    }

    /**
     * Whether two clocks went apart.
     *
     * @param monotonic what has passed by the one, in ns
     * @param ofTheDay what has passed by the other, in ns
     * @return true if they differ by more than clocks that run do
     */
    public static boolean isLarge(long monotonic, long ofTheDay) {
        return Math.abs(monotonic - ofTheDay) > STEP_NANOS + Math.max(monotonic, ofTheDay) / PART;
    }
}
