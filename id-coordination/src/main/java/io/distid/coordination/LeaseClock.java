package io.distid.coordination;

import io.distid.internal.process.ClockDrift;

/**
 * The clocks that a holder counts its lease by. Safe for use by any number of threads.
 *
 * <p>The monotonic clock counts best, but it stands still while a machine is suspended, or between a snapshot and its resumption. The clock of the
 * day goes on. The longer of both times counts. A clock of the day that is set forward ends a lease early, which is safe; a clock that is set back
 * has no effect.
 */
interface LeaseClock {
    /** Running clocks may differ by this part of the time that passed. */
    int DRIFT_PART = 1_000;

    /** The longest time between readings of one moment: a thread may be stopped between two readings. */
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

    /** The moment that a lease is counted from. */
    default Moment now() {
        long nanos;
        long millis;
        do {
            nanos = nanoTime();
            millis = millis();
        } while (nanoTime() - nanos > READING_NANOS);
        return new Moment(nanos, millis);
    }

    /** A moment by both clocks. */
    record Moment(long nanos, long millis) {

        /** How many ns have passed, by the clock that went further. */
        long passed(LeaseClock clock) {
            Moment now = clock.now();
            return Math.max(now.nanos - nanos, (now.millis - millis) * 1_000_000);
        }

        /**
         * Whether the clocks have drifted apart since by more than running clocks do. Then one of them was set, or the process stood still, as
         * between a snapshot and its resumption.
         */
        boolean drifted(LeaseClock clock) {
            return new ClockDrift(nanos, millis).isLarge(clock.nanoTime(), clock.millis());
        }
    }
}
