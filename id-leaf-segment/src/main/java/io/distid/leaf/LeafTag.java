package io.distid.leaf;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One tag: the segment that ids are drawn from, and behind it the loader that fetches the next.
 *
 * <p>An id costs one volatile read (which segment) and one atomic add (which index of it). The add claims an index of the
 * segment that was read, whatever the tag moves on to meanwhile; an index beyond the end is nobody's, and its caller moves on.
 *
 * <p>Order: a segment is left only when its counter has passed its end, and it never becomes current again. So once a call
 * has returned an id of a newer segment, a call that begins later reads that segment or one after it; and one that
 * was stalled between the read and the add gets an id of the older segment only if one was still left, in which case no
 * newer id can have been returned before its add.
 */
final class LeafTag {
    private static final VarHandle CURRENT;

    static {
        try {
            CURRENT = MethodHandles.lookup().findVarHandle(LeafTag.class, "current", OpenSegment.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private volatile OpenSegment current = OpenSegment.empty();
    private final SegmentLoader loader;

    LeafTag(String name, Loading loading) {
        loader = new SegmentLoader(name, this, loading);
    }

    long nextId() {
        OpenSegment segment = current;
        long index = segment.claim(1);
        if (index < segment.size) {
            if (index == segment.prefetchAt) {
                loader.prefetch();
            }
            return segment.first + index;
        }
        return nextIdAfter(segment);
    }

    private long nextIdAfter(OpenSegment used) {
        long deadline = loader.deadline();
        OpenSegment segment = used;
        while (true) {
            segment = advance(segment, deadline);
            long index = segment.claim(1);
            if (index < segment.size) {
                if (index == segment.prefetchAt) {
                    loader.prefetch();
                }
                return segment.first + index;
            }
        }
    }

    void nextIds(long[] ids, int from, int to) {
        Objects.checkFromToIndex(from, to, ids.length);
        loader.requireOpen();
        long deadline = 0;
        OpenSegment segment = current;
        int at = from;
        try {
            while (at < to) {
                long index = segment.claim(to - at);
                int got = (int) Math.max(0, Math.min(to - at, segment.size - index));
                long id = segment.first + index;
                for (int end = at + got; at < end; at++) {
                    ids[at] = id++;
                }
                if (segment.prefetchAt >= index && segment.prefetchAt < index + got) {
                    loader.prefetch();
                }
                if (at < to) {
                    deadline = deadline == 0 ? loader.deadline() : deadline;
                    segment = advance(segment, deadline);
                }
            }
        } catch (RuntimeException e) {
            loader.burn(at - from);
            throw e;
        }
    }

    /** The segment after a used-up one; waits for it if it is not there yet. */
    private OpenSegment advance(OpenSegment used, long deadline) {
        OpenSegment next = used.next;
        if (next == null) {
            next = loader.await(used, deadline);
        }
        // Before it is current, so that whoever uses it up finds the time; several may write it, at almost the same
        // time.
        long now = loader.nanoTime();
        if (current == used) {
            next.openedNanos = now;
            if (CURRENT.compareAndSet(this, used, next)) {
                loader.usedUp(used, now);
            }
        }
        return current;
    }

    /** Waits until there is a segment to draw from, so that a tag's first caller learns at once whether it exists. */
    void ready() {
        OpenSegment segment = current;
        if (segment.left() == 0) {
            advance(segment, loader.deadline());
        }
    }

    OpenSegment current() {
        return current;
    }

    /**
     * Puts an empty segment in place of all there are, under the loader's lock.
     *
     * @return the first of those that were there
     */
    OpenSegment cut() {
        return (OpenSegment) CURRENT.getAndSet(this, OpenSegment.empty());
    }

    SegmentLoader loader() {
        return loader;
    }

    /** How many ids are left in all segments. */
    long left() {
        long left = 0;
        for (@Nullable OpenSegment segment = current; segment != null; segment = segment.next) {
            left += segment.left();
        }
        return left;
    }
}
