package io.distid.leaf;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A segment that takes up one cache line: for tags whose ids are drawn seldom, of which there may be a hundred thousand.
 *
 * <p>What lies beside it in memory shares its line. At the rate at which that begins to cost, a tag's segments are {@link PaddedSegment}s.
 */
final class PlainSegment extends OpenSegment {
    private static final VarHandle CLAIMED;

    static {
        try {
            CLAIMED = MethodHandles.lookup().findVarHandle(PlainSegment.class, "claimed", long.class);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private volatile long claimed;

    PlainSegment(long first, long size, long prefetchAt) {
        super(first, size, prefetchAt);
    }

    @Override
    long claim(long n) {
        return (long) CLAIMED.getAndAdd(this, n);
    }

    @Override
    long claimed() {
        return claimed;
    }
}
