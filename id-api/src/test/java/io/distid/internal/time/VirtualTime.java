package io.distid.internal.time;

import io.distid.time.Parking;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** A clock, and the waiting for it, that pass only when a caller parks or a test says so. Safe for use by several threads. */
class VirtualTime implements InstantSource, Parking {
    /** How long each park was, in nanoseconds. */
    final List<Long> parks = Collections.synchronizedList(new ArrayList<>());

    private final AtomicLong elapsedNanos = new AtomicLong();
    private final AtomicLong clockNanos = new AtomicLong();
    private volatile boolean stopped;
    private int stallAtLook;
    private long stallNanos;
    private volatile Runnable whileParked = () -> {};

    VirtualTime(long startMillis) {
        set(startMillis);
    }

    /** Sets the clock, forward or back; elapsed time does not notice. */
    void set(long millis) {
        clockNanos.set(Math.multiplyExact(millis, 1_000_000L));
    }

    void step(long millis) {
        clockNanos.addAndGet(millis * 1_000_000);
    }

    /** From now on the clock stands still while time passes. */
    void stop() {
        stopped = true;
    }

    /** Passes while a thread stands still, where it looks at the elapsed time. */
    void stallAtLook(int number, long millis) {
        stallAtLook = number;
        stallNanos = millis * 1_000_000;
    }

    /** What happens during each park, once time has passed. */
    void whileParked(Runnable event) {
        whileParked = event;
    }

    @Override
    public long millis() {
        return clockNanos.get() / 1_000_000;
    }

    @Override
    public Instant instant() {
        long nanos = clockNanos.get();
        return Instant.ofEpochSecond(nanos / 1_000_000_000, nanos % 1_000_000_000);
    }

    @Override
    public long nanoTime() {
        if (--stallAtLook == 0) {
            elapsedNanos.addAndGet(stallNanos);
            clockNanos.addAndGet(stallNanos);
        }
        return elapsedNanos.get();
    }

    @Override
    public void park(long nanos) {
        if (nanos <= 0) {
            throw new AssertionError("park for " + nanos + " ns");
        }
        parks.add(nanos);
        elapsedNanos.addAndGet(nanos);
        if (!stopped) {
            clockNanos.addAndGet(nanos);
        }
        whileParked.run();
    }
}
