package io.distid.spi;

import io.distid.IdException;
import io.distid.IdStats;
import io.distid.WaitStats;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Counts what is slow anyway: calls that wait, and calls that fail. The way of an id that does neither never comes here. Safe for use
 * by any number of threads, without a lock but for the first failure.
 */
public final class CallCounts {
    private static final VarHandle CALLS;
    private static final VarHandle NANOS;

    static {
        try {
            MethodHandles.Lookup here = MethodHandles.lookup();
            CALLS = here.findVarHandle(CallCounts.class, "calls", long.class);
            NANOS = here.findVarHandle(CallCounts.class, "nanos", long.class);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * No adders, which are loaded on the way to the first id: who waits parks, and does not mind to meet others here. No counters of their own
     * either, since there may be a hundred thousand of these objects.
     */
    private volatile long calls;

    private volatile long nanos;
    /** Made with the first failure, which most never have. */
    private volatile @Nullable Map<Class<? extends IdException>, LongAdder> failures;

    /** Counts from zero. */
    public CallCounts() {}

    /** A call begins to wait. */
    public void waits() {
        CALLS.getAndAdd(this, 1L);
    }

    /**
     * A call waited on.
     *
     * @param time in nanoseconds
     */
    public void waited(long time) {
        NANOS.getAndAdd(this, time);
    }

    /**
     * A call fails.
     *
     * @param error what it throws
     * @param <E> its type
     * @return the same
     */
    public <E extends IdException> E failed(E error) {
        Map<Class<? extends IdException>, LongAdder> counted = failures;
        (counted == null ? countFailures() : counted)
                .computeIfAbsent(error.getClass(), type -> new LongAdder())
                .increment();
        return error;
    }

    private synchronized Map<Class<? extends IdException>, LongAdder> countFailures() {
        Map<Class<? extends IdException>, LongAdder> counted = failures;
        if (counted == null) {
            counted = new ConcurrentHashMap<>();
            failures = counted;
        }
        return counted;
    }

    /**
     * The waits.
     *
     * @return so far
     */
    public WaitStats waitStats() {
        return new WaitStats(calls, Duration.ofNanos(nanos));
    }

    /**
     * The failures.
     *
     * @return by type, so far
     */
    public Map<Class<? extends IdException>, Long> failures() {
        Map<Class<? extends IdException>, Long> counts = new HashMap<>();
        Map<Class<? extends IdException>, LongAdder> counted = failures;
        if (counted != null) {
            counted.forEach((type, count) -> counts.put(type, count.sum()));
        }
        return counts;
    }

    /**
     * The stats of a wrapped generator, with the failures that are counted here added to its own.
     *
     * @param stats of the wrapped one
     * @return a copy
     */
    public IdStats addedTo(IdStats stats) {
        Map<Class<? extends IdException>, Long> all = new HashMap<>(stats.failures());
        failures().forEach((type, count) -> all.merge(type, count, Long::sum));
        return stats.toBuilder().failures(all).build();
    }
}
