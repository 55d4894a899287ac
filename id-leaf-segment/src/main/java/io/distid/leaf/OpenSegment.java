package io.distid.leaf;

import io.distid.spi.Segment;
import org.jspecify.annotations.Nullable;

/**
 * One claimed range, the counter that gives its ids out, and the range that follows.
 *
 * <p>Counts from 0, not from the first id, so that claims beyond the end cannot overflow into a negative id however close to
 * {@link Long#MAX_VALUE} the range lies.
 */
abstract class OpenSegment {
    /** So many ids would take a busy tag too long for its counter to stay beside other objects until then. */
    private static final long LARGE = 1L << 20;

    /** The id of index 0. */
    final long first;
    /** Indexes from 0 to here are ids; a greater one is dropped. */
    final long size;
    /** Who claims this index starts the next load: {@link PrefetchPoint}. */
    final long prefetchAt;
    /** The range to move on to; written once, under the loader's lock. */
    volatile @Nullable OpenSegment next;
    /** When ids were first drawn from it, by {@link System#nanoTime()}. */
    volatile long openedNanos;

    OpenSegment(long first, long size, long prefetchAt) {
        this.first = first;
        this.size = size;
        this.prefetchAt = prefetchAt;
    }

    /**
     * A range as it was granted, without the 0 that is never an id.
     *
     * @param busy whether the tag's ids are drawn so fast that its counter is worth cache lines of its own
     */
    static OpenSegment of(Segment segment, int prefetchPercent, boolean busy) {
        long first = Math.max(1, segment.start());
        long size = segment.end() - first;
        long prefetchAt = PrefetchPoint.of(size, prefetchPercent);
        return busy || size >= LARGE
                ? new PaddedSegment(first, size, prefetchAt)
                : new PlainSegment(first, size, prefetchAt);
    }

    /** A part of a range, which several threads share: nothing follows it. */
    static OpenSegment part(long first, long size) {
        return new PaddedSegment(first, size, size);
    }

    /** A range without ids. */
    static OpenSegment empty() {
        return new PlainSegment(1, 0, 0);
    }

    /**
     * Claims {@code n} in one atomic step.
     *
     * @return the index of the first of them
     */
    abstract long claim(long n);

    /**
     * How many of the indexes that were claimed are ids. A counter that is claimed from again and again after its end lies ever further beyond it,
     * so no difference may be narrowed before it is compared.
     *
     * @param index the first that was claimed
     * @param wanted how many were
     */
    int granted(long index, int wanted) {
        return index < 0 || index >= size ? 0 : (int) Math.min(wanted, size - index);
    }

    /** How many have been claimed, more than there are once callers have met the end. */
    abstract long claimed();

    /** How many ids are left in it. */
    long left() {
        return Math.max(0, size - claimed());
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
