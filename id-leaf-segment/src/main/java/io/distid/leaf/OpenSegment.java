package io.distid.leaf;

import io.distid.spi.Segment;
import org.jspecify.annotations.Nullable;

/**
 * One claimed range, the counter that gives its ids out, and the range that follows.
 *
 * <p>Counts from 0, not from the first id, so that claims beyond the end cannot overflow into a negative id however close to
 * {@link Long#MAX_VALUE} the range lies.
 */
final class OpenSegment extends PaddedCounter {
    /** The id of index 0. */
    final long first;
    /** Indexes from 0 to here are ids; a greater one is dropped. */
    final long size;
    /** Who claims this index starts the next load. */
    final long prefetchAt;
    /** The range to move on to; written once, under the loader's lock. */
    volatile @Nullable OpenSegment next;
    /** When ids were first drawn from it, by {@link System#nanoTime()}. */
    volatile long openedNanos;

    private OpenSegment(long first, long size, long prefetchAt) {
        this.first = first;
        this.size = size;
        this.prefetchAt = prefetchAt;
    }

    /** A range as it was granted, without the 0 that is never an id. */
    static OpenSegment of(Segment segment, int prefetchPercent) {
        long first = Math.max(1, segment.start());
        long size = segment.end() - first;
        // Percent by parts, since size * 100 can overflow. At 100 no index of the range is met, so nothing is
        // prefetched.
        long prefetchAt = size / 100 * prefetchPercent + size % 100 * prefetchPercent / 100;
        return new OpenSegment(first, size, prefetchAt);
    }

    /** A part of a range: nothing follows it. */
    static OpenSegment part(long first, long size) {
        return new OpenSegment(first, size, size);
    }

    /** A range without ids. */
    static OpenSegment empty() {
        return new OpenSegment(1, 0, 0);
    }

    /** How many ids are left in it. */
    long left() {
        return Math.max(0, size - claimed);
    }

    /**
     * Takes what is left, so that nobody else can.
     *
     * @return null if nothing was left
     */
    @Nullable
    Segment drain() {
        long index = claim(size);
        return index < size ? new Segment(first + index, first + size) : null;
    }
}
