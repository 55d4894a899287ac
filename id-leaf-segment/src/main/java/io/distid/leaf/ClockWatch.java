package io.distid.leaf;

import io.distid.process.ClockDrift;
import java.util.function.LongSupplier;

/**
 * Whether a clock was set at some time, or the machine stood still, as it does while a snapshot of it is made. Told from look to look, since over a day
 * 86 s would not be seen. Safe for use by any number of threads.
 */
final class ClockWatch {
    /** How often to look, in s: then 0.16 s are seen. */
    static final long PERIOD = 60;

    private final LongSupplier nanoTime;
    private final LongSupplier millis;
    private ClockDrift sinceLook;
    private boolean drifted;

    /** By the system's clocks. */
    ClockWatch() {
        this(System::nanoTime, System::currentTimeMillis);
    }

    ClockWatch(LongSupplier nanoTime, LongSupplier millis) {
        this.nanoTime = nanoTime;
        this.millis = millis;
        sinceLook = new ClockDrift(nanoTime.getAsLong(), millis.getAsLong());
    }

    /** Looks; whether it was so at any look. A look that fails counts as one that saw it. */
    synchronized boolean hasDrifted() {
        boolean drifts = true;
        try {
            ClockDrift now = new ClockDrift(nanoTime.getAsLong(), millis.getAsLong());
            drifts = sinceLook.isLarge(now.nanos(), now.millis());
            sinceLook = now;
        } finally {
            drifted |= drifts;
        }
        return drifted;
    }
}
