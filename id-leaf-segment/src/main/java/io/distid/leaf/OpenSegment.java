package io.distid.leaf;

import io.distid.internal.process.CopyDetector;
import io.distid.spi.Segment;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import org.jspecify.annotations.Nullable;

/** The fields of a segment that all threads read, and padding that keeps the counter off their cache line. */
abstract class SegmentRange {
    /** The id of index 0. */
    final long first;
    /** Indexes from 0 to before this are ids; a greater one is dropped. */
    final long size;
    /** Once this index is claimed, the next segment is due. */
    final long dueAt;
    /** The caller that claims this index asks for the next segment. It is {@link #dueAt}, or later if the loader looks by itself. */
    final long askAt;
    /** The epoch of {@link CopyDetector} that it was claimed in. */
    final int epoch;
    /** The segment to move on to; written once, under the loader's lock. */
    volatile @Nullable OpenSegment next;

    /** Never read: they take up room. */
    long h0, h1, h2, h3, h4, h5, h6, h7, h8, h9, h10, h11, h12, h13, h14;

    SegmentRange(long first, long size, long dueAt, boolean isForeseen, int epoch) {
        this.first = first;
        this.size = size;
        this.dueAt = dueAt;
        askAt = isForeseen ? dueAt + (size - dueAt) / 2 : dueAt;
        this.epoch = epoch;
    }
}

/** The one field that every thread writes. A class's fields lie after its superclass's, so this one lies between the two paddings. */
abstract class SegmentCounter extends SegmentRange {
    volatile long claimed;

    SegmentCounter(long first, long size, long dueAt, boolean isForeseen, int epoch) {
        super(first, size, dueAt, isForeseen, epoch);
    }
}

/**
 * A claimed range, the counter that issues its ids, and the range that follows.
 *
 * <p>The counter begins at 0 and not at the first id. So claims beyond the end cannot overflow into a negative id, even if the range lies close to
 * {@link Long#MAX_VALUE}.
 */
final class OpenSegment extends SegmentCounter {
    private static final AtomicLongFieldUpdater<SegmentCounter> CLAIMED =
            AtomicLongFieldUpdater.newUpdater(SegmentCounter.class, "claimed");

    /** Never read: they take up room. */
    long t0, t1, t2, t3, t4, t5, t6, t7, t8, t9, t10, t11, t12, t13, t14;

    private OpenSegment(long first, long size, long dueAt, boolean isForeseen, int epoch) {
        super(first, size, dueAt, isForeseen, epoch);
    }

    /**
     * A granted range, without 0, which is never an id.
     *
     * @param prefetchPercent how much of it is used when the next is due; at 100 it never is
     * @param isForeseen whether the loader looks when the next is due, and a caller asks only if that comes far too late
     * @param epoch the epoch of the process at the claim
     */
    static OpenSegment of(Segment range, int prefetchPercent, boolean isForeseen, int epoch) {
        long first = Math.max(1, range.start());
        long size = range.end() - first;
        return new OpenSegment(first, size, dueAt(size, prefetchPercent), isForeseen, epoch);
    }

    /** The index at which enough of a segment is used for the next to be due. */
    static long dueAt(long size, int percent) {
        // By parts, since size * 100 can overflow.
        return size / 100 * percent + size % 100 * percent / 100;
    }

    /** A range without ids. */
    static OpenSegment empty() {
        return new OpenSegment(1, 0, 0, false, 0);
    }

    /**
     * Claims {@code n} in one atomic step.
     *
     * @return the index of the first of them
     */
    long claim(long n) {
        return CLAIMED.getAndAdd(this, n);
    }

    /** Whether a copy of the process may have this segment, too. Then it issues no more ids. */
    boolean isCopied() {
        return epoch != CopyDetector.system().epoch();
    }

    /**
     * How many of the claimed indexes are ids. Claims after the end move the counter further and further, so no difference is narrowed to an int
     * before it is compared.
     *
     * @param index the first that was claimed
     * @param wanted how many were
     */
    int granted(long index, int wanted) {
        return index < 0 || index >= size ? 0 : (int) Math.min(wanted, size - index);
    }

    /** How many ids are left in it. */
    long left() {
        return Math.max(0, size - claimed);
    }

    /**
     * Claims all that is left, so that nobody else can.
     *
     * @return null if nothing was left
     */
    @Nullable
    Segment drain() {
        long index = claim(size);
        return index < size ? new Segment(first + index, first + size) : null;
    }
}
