package io.distid.coordination;

/**
 * How long the monotonic clock stood still while the clock of the day went on: as it does while a machine is suspended. Told from reading to reading,
 * so that a clock of the day that was set back in between hides nothing of a later one. Safe for use by any number of threads.
 */
final class SuspendedTime {
    /** What two readings may differ by: they are not read at once, and the clock of the day shows whole ms. */
    private static final long LEAST_NANOS = 10_000_000;

    /** How far the clock of the day is ahead of the monotonic one, as it was when that last changed by more than that. */
    private volatile long ahead;

    private volatile long total;

    /** From this moment on. */
    SuspendedTime(long nanos, long millis) {
        this.ahead = millis * 1_000_000 - nanos;
    }

    /**
     * Takes a reading.
     *
     * @param nanos the monotonic clock
     * @param millis the clock of the day
     * @return in ns, since the first reading
     */
    long read(long nanos, long millis) {
        long now = millis * 1_000_000 - nanos;
        return Math.abs(now - ahead) <= LEAST_NANOS ? total : changed(now);
    }

    private synchronized long changed(long now) {
        long further = now - ahead;
        if (Math.abs(further) > LEAST_NANOS) {
            // In this order: whoever sees the one sees the other.
            total += Math.max(0, further);
            ahead = now;
        }
        return total;
    }
}
