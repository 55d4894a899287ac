package io.distid.leaf;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Keeps what lies before the counter off its cache line. */
abstract class CounterHead extends OpenSegment {
    /** Never read: they take up room. */
    long h0, h1, h2, h3, h4, h5, h6, h7, h8, h9, h10, h11, h12, h13, h14;

    CounterHead(long first, long size, long prefetchAt) {
        super(first, size, prefetchAt);
    }
}

/** The one field that every thread writes. */
abstract class CounterValue extends CounterHead {
    volatile long claimed;

    CounterValue(long first, long size, long prefetchAt) {
        super(first, size, prefetchAt);
    }
}

/**
 * A segment whose counter is on a cache line of its own (and off the line beside it, which processors fetch along): for tags whose ids
 * are drawn by many threads at once.
 *
 * <p>A class's fields lie after its superclass's, so the order of the classes is the order in memory.
 */
final class PaddedSegment extends CounterValue {
    private static final VarHandle CLAIMED;

    static {
        try {
            CLAIMED = MethodHandles.lookup().findVarHandle(CounterValue.class, "claimed", long.class);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Never read: they take up room. */
    long t0, t1, t2, t3, t4, t5, t6, t7, t8, t9, t10, t11, t12, t13, t14;

    PaddedSegment(long first, long size, long prefetchAt) {
        super(first, size, prefetchAt);
    }

    @Override
    long claim(long n) {
        return (long) CLAIMED.getAndAdd((CounterValue) this, n);
    }

    @Override
    long claimed() {
        return claimed;
    }
}
