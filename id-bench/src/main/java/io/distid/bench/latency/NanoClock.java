package io.distid.bench.latency;

import java.util.concurrent.locks.LockSupport;

/** The clock for timing calls, with a way to wait between them. */
interface NanoClock {
    /** The system's. */
    NanoClock SYSTEM = new NanoClock() {
        /** Far more than timers of common systems oversleep: 0.05 ms on Linux, 1 ms elsewhere. */
        private static final long SPUN_NANOS = 1_000_000;

        @Override
        public long nanos() {
            return System.nanoTime();
        }

        @Override
        public void pass(long nanos) {
            if (nanos > 2 * SPUN_NANOS) {
                LockSupport.parkNanos(nanos - SPUN_NANOS);
            } else {
                Thread.onSpinWait();
            }
        }
    };

    /** Now, in nanoseconds since whenever. */
    long nanos();

    /** Lets some time pass, at most this. */
    void pass(long nanos);
}
