package io.distid.spi;

import io.distid.IdException;
import io.distid.WaitStats;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts what is slow anyway: calls that wait, and calls that fail. The way of an id that does neither never comes here. Safe for use
 * by any number of threads, without a lock.
 */
public final class CallCounts {
    /** No adders, which are loaded on the way to the first id: who waits parks, and does not mind to meet others here. */
    private final AtomicLong calls = new AtomicLong();

    private final AtomicLong nanos = new AtomicLong();
    private final Map<Class<? extends IdException>, LongAdder> failures = new ConcurrentHashMap<>();

    /** Counts from zero. */
    public CallCounts() {}

    /** A call begins to wait. */
    public void waits() {
        calls.incrementAndGet();
    }

    /**
     * A call waited on.
     *
     * @param time in nanoseconds
     */
    public void waited(long time) {
        nanos.addAndGet(time);
    }

    /**
     * A call fails.
     *
     * @param error what it throws
     * @param <E> its type
     * @return the same
     */
    public <E extends IdException> E failed(E error) {
        failures.computeIfAbsent(error.getClass(), type -> new LongAdder()).increment();
        return error;
    }

    /**
     * The waits.
     *
     * @return so far
     */
    public WaitStats waitStats() {
        return new WaitStats(calls.get(), Duration.ofNanos(nanos.get()));
    }

    /**
     * The failures.
     *
     * @return by type, so far
     */
    public Map<Class<? extends IdException>, Long> failures() {
        Map<Class<? extends IdException>, Long> counts = new HashMap<>();
        failures.forEach((type, count) -> counts.put(type, count.sum()));
        return counts;
    }
}
