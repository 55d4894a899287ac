package io.distid.leaf;

import io.distid.process.ClockDrift;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Whether a clock was set at some time, or the machine stood still, as it does while a snapshot of it is made. Told from look to look: in a day
 * clocks that run may go apart by more than a standstill of a minute has them do. Safe for use by any number of threads.
 */
final class ClockWatch {
    /** How often to look, in s: clocks that run may differ by a thousandth of it and 0.1 s. */
    static final long PERIOD = 60;

    private final LongSupplier nanoTime;
    private final LongSupplier millis;
    private long lastNanos;
    private long lastMillis;
    private boolean drifted;

    /** By the system's clocks. */
    ClockWatch() {
        this(System::nanoTime, System::currentTimeMillis);
    }

    ClockWatch(LongSupplier nanoTime, LongSupplier millis) {
        this.nanoTime = nanoTime;
        this.millis = millis;
        lastNanos = nanoTime.getAsLong();
        lastMillis = millis.getAsLong();
    }

    /** Looks; whether it was so at any look. */
    synchronized boolean hasDrifted() {
        long nanos = nanoTime.getAsLong();
        long now = millis.getAsLong();
        drifted |= ClockDrift.isLarge(nanos - lastNanos, TimeUnit.MILLISECONDS.toNanos(now - lastMillis));
        lastNanos = nanos;
        lastMillis = now;
        return drifted;
    }
}
