package io.distid.time;

import java.util.concurrent.locks.LockSupport;

/**
 * How a caller waits for the clock. Real callers park; a simulation that owns time moves it instead. Safe for use by any number of threads; each
 * waits by itself.
 */
public interface Parking {

    /** Parks the calling thread, platform or virtual. */
    Parking SYSTEM = new Parking() {
        @Override
        public long nanoTime() {
            return System.nanoTime();
        }

        @Override
        public void park(long nanos) {
            LockSupport.parkNanos(this, nanos);
        }
    };

    /**
     * Elapsed time, which ends waits. Unlike the clock's time, it never steps.
     *
     * @return nanoseconds since an arbitrary origin
     */
    long nanoTime();

    /**
     * Waits for about that long, or less.
     *
     * @param nanos above 0
     */
    void park(long nanos);
}
