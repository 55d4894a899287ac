package io.distid.coordination;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** Both clocks, moved by hand. */
final class ManualLeaseClock implements LeaseClock {
    private final AtomicLong nanos = new AtomicLong();
    private final AtomicLong millis = new AtomicLong();

    @Override
    public long nanoTime() {
        return nanos.get();
    }

    @Override
    public long millis() {
        return millis.get();
    }

    void pass(Duration time) {
        monotonic(time);
        dayTime(time);
    }

    void monotonic(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    void dayTime(Duration time) {
        millis.addAndGet(time.toMillis());
    }
}
