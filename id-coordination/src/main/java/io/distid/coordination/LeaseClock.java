package io.distid.coordination;

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

    /** What the two may differ by besides: they are not read at once, and the one of the day is set by small steps. */
    long STEP_NANOS = 100_000_000;

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
        return new Moment(nanoTime(), millis());
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
            return Math.max(clock.nanoTime() - nanos, (clock.millis() - millis) * 1_000_000);
        }

        /**
         * Whether one clock has gone further than the other since, by more than clocks that run do: then one of them was set, or the process
         * stood still, as it does between a snapshot and the moment it is resumed.
         */
        boolean drifted(LeaseClock clock) {
            long monotonic = clock.nanoTime() - nanos;
            long ofTheDay = (clock.millis() - millis) * 1_000_000;
            return Math.abs(monotonic - ofTheDay) > STEP_NANOS + Math.max(monotonic, ofTheDay) / DRIFT_PART;
        }
    }
}
