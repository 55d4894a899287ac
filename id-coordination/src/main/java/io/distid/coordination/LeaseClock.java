package io.distid.coordination;

import io.distid.internal.process.ClockDrift;

/**
 * The clocks by which a holder counts its lease. Safe for use by any number of threads.
 *
 * <p>The monotonic clock is the one to count by, but it stands still while a machine is suspended, or between a snapshot and the moment it
 * is resumed; the clock of the day goes on. What has passed is the longer of the two: a clock of the day that is set forward ends a lease
 * early, which is safe, and one that is set back does nothing.
 */
interface LeaseClock {
    /** Of the time that passed, that clocks may differ by. */
    int DRIFT_PART = 1_000;

    /** A thread may be stopped between two readings, which are no moment then. */
    long READING_NANOS = 5_000_000;

    /** Both clocks of the system. */
    LeaseClock SYSTEM = new LeaseClock() {
        @Override
        public long nanoTime() {
            return System.nanoTime();
        }

        @Override
        public long millis() {
            return System.currentTimeMillis();
        }
    };

    long nanoTime();

    long millis();

    /** The moment from which a lease is counted. */
    default Moment now() {
        long nanos;
        long millis;
        do {
            nanos = nanoTime();
            millis = millis();
        } while (nanoTime() - nanos > READING_NANOS);
        return new Moment(nanos, millis);
    }

    /**
     * A moment by both clocks.
     *
     * @param nanos monotonic
     * @param millis of the day
     */
    record Moment(long nanos, long millis) {

        /** How many ns have passed at least, by the clock that went further. */
        long passed(LeaseClock clock) {
            Moment now = clock.now();
            return Math.max(now.nanos - nanos, (now.millis - millis) * 1_000_000);
        }

        /**
         * Whether one clock has gone further than the other since, by more than clocks that run do: then one of them was set, or the process
         * stood still, as it does between a snapshot and the moment it is resumed.
         */
        boolean drifted(LeaseClock clock) {
            return new ClockDrift(nanos, millis).isLarge(clock.nanoTime(), clock.millis());
        }
    }
}
