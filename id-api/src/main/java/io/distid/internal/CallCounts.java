package io.distid.internal;

import io.distid.IdException;
import io.distid.IdStats;
import io.distid.WaitStats;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts what is slow anyway: calls that wait, and calls that fail. An id that does neither costs nothing here. Safe for use by any number of
 * threads.
 */
public final class CallCounts {
    private final AtomicLong calls = new AtomicLong();
    private final AtomicLong nanos = new AtomicLong();
    private final Map<Class<? extends IdException>, LongAdder> failures = new ConcurrentHashMap<>();

    /** Counts that begin at zero. */
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

    /** A call fails. */
    public <E extends IdException> E failed(E error) {
        failures.computeIfAbsent(error.getClass(), type -> new LongAdder()).increment();
        return error;
    }

    /** The waits. */
    public WaitStats waitStats() {
        return new WaitStats(calls.get(), Duration.ofNanos(nanos.get()));
    }

    /** The failures. */
    public Map<Class<? extends IdException>, Long> failures() {
        Map<Class<? extends IdException>, Long> counts = new HashMap<>();
        failures.forEach((type, count) -> counts.put(type, count.sum()));
        return counts;
    }

    /** The stats of a wrapped generator, with the failures that are counted here added to its own. */
    public IdStats addedTo(IdStats stats) {
        Map<Class<? extends IdException>, Long> all = new HashMap<>(stats.failures());
        failures().forEach((type, count) -> all.merge(type, count, Long::sum));
        return stats.toBuilder().failures(all).build();
    }
}
