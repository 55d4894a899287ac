package io.distid.leaf;

import io.distid.SegmentStats;
import io.distid.internal.process.CopyDetector;
import io.distid.spi.Segment;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One tag: the segment that ids are drawn from, and behind it the loader that fetches the next.
 *
 * <p>An id costs one volatile read (which segment) and one atomic add (which index of it). The add claims an index of the segment that was read, even
 * if the tag moves on in between. An index beyond the end belongs to no caller; the caller moves on to the next segment.
 *
 * <p>Order: a segment is left only when its counter has passed its end, and it never becomes current again. So once a call has returned an id of a
 * newer segment, a later call reads that segment or one after it. A call that was stalled between the read and the add gets an id of the older
 * segment only if one was left. Then no newer id can have been returned before its add.
 *
 * <p>Copies of the process: a segment has ids only in the epoch of {@link CopyDetector} that it was claimed in.
 */
final class LeafTag {
    private static final AtomicReferenceFieldUpdater<LeafTag, OpenSegment> CURRENT =
            AtomicReferenceFieldUpdater.newUpdater(LeafTag.class, OpenSegment.class, "current");
    /** More elements than any processor's vector has, so that the elements of one vector do not depend on each other. */
    private static final int FAR = 64;

    private volatile OpenSegment current = OpenSegment.empty();
    /** How often the segments in hand were dropped. */
    private volatile int era;

    private final String name;
    private final LeafCounts counts = new LeafCounts();
    private final SegmentLoader loader;
    /** Null unless ids increase per thread. */
    private final @Nullable ThreadBlocks blocks;

    /**
     * Draws nothing yet.
     *
     * @param unknown called once if there is no such tag; then it never has ids
     */
    LeafTag(String name, LoadContext loading, Consumer<LeafTag> unknown) {
        this.name = name;
        loader = new SegmentLoader(this, loading, () -> unknown.accept(this));
        int block = loading.options().threadBlock();
        blocks = block > 0 ? new ThreadBlocks(this, block) : null;
    }

    String name() {
        return name;
    }

    /** The next id, in the order that the options demand. */
    long nextId() {
        return blocks == null ? nextShared() : blocks.nextId();
    }

    /** The next id of all threads. */
    long nextShared() {
        OpenSegment segment = current;
        return nextIdAt(segment, segment.claim(1));
    }

    /** The id of a claimed index of a segment; if the index has no id, an id of a later segment. */
    long nextIdAt(OpenSegment segment, long index) {
        if (granted(segment, index, 1) == 1) {
            prefetchFrom(segment, index, 1);
            return segment.first + index;
        }
        return take(1, 1).start();
    }

    /** How many of the claimed indexes are ids. Ids that a copy of the process has, too, are burned. */
    private int granted(OpenSegment segment, long index, int wanted) {
        int got = segment.granted(index, wanted);
        if (got > 0 && segment.isCopied()) {
            counts.burned.addAndGet(got);
            return 0;
        }
        return got;
    }

    /**
     * Fills a range with ids. A copy of the process that is made during the call would return the same ids. So they are burned, and others are drawn.
     */
    void nextIds(long[] ids, int from, int to) {
        Objects.checkFromToIndex(from, to, ids.length);
        CopyDetector copies = CopyDetector.system();
        int epoch = copies.epoch();
        draw(ids, from, to);
        for (int now = copies.epoch(); now != epoch; now = copies.epoch()) {
            epoch = now;
            counts.burned.addAndGet(to - from);
            draw(ids, from, to);
        }
    }

    private void draw(long[] ids, int from, int to) {
        int at = blocks == null ? from : blocks.drawRest(ids, from, to);
        OpenSegment segment = current;
        long deadline = 0;
        try {
            while (at < to) {
                long index = segment.claim(to - at);
                int got = granted(segment, index, to - at);
                prefetchFrom(segment, index, got);
                fill(ids, at, got, segment.first + index);
                at += got;
                if (at < to) {
                    deadline = deadline == 0 ? loader.deadline() : deadline;
                    segment = advance(segment, deadline);
                }
            }
        } catch (RuntimeException e) {
            counts.burned.addAndGet(at - from);
            throw e;
        }
    }

    /**
     * Claims neighbouring ids, as many as are wanted or as few as the segment has left.
     *
     * @param most the most ids to take
     * @param share a segment's ids divided by this is the most to take, too
     */
    Segment take(int most, int share) {
        OpenSegment segment = current;
        long deadline = 0;
        while (true) {
            int want = (int) Math.max(1, Math.min(most, segment.size / share));
            long index = segment.claim(want);
            int got = granted(segment, index, want);
            if (got > 0) {
                prefetchFrom(segment, index, got);
                return new Segment(segment.first + index, segment.first + index + got);
            }
            deadline = deadline == 0 ? loader.deadline() : deadline;
            segment = advance(segment, deadline);
        }
    }

    private void prefetchFrom(OpenSegment segment, long index, int count) {
        if (index <= segment.askAt && segment.askAt < index + count) {
            loader.prefetch();
        }
    }

    /** Writes consecutive ids. */
    private static void fill(long[] ids, int from, int count, long first) {
        int end = from + count;
        int near = from + Math.min(count, FAR);
        for (int i = from; i < near; i++) {
            ids[i] = first + (i - from);
        }
        // Each element comes from one at a constant distance before it: the compiler vectorizes this loop, but not the
        // loop above.
        for (int i = near; i < end; i++) {
            ids[i] = ids[i - FAR] + FAR;
        }
    }

    /** The segment after one that gives no more ids; waits for it if it is not there yet. */
    private OpenSegment advance(OpenSegment used, long deadline) {
        OpenSegment next = used.next;
        if (next == null || next.isCopied()) {
            next = loader.await(used, deadline);
        }
        CURRENT.compareAndSet(this, used, next);
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

    int era() {
        return era;
    }

    LeafCounts counts() {
        return counts;
    }

    SegmentLoader loader() {
        return loader;
    }

    /** Puts a new segment behind those in hand; under the loader's lock. */
    void append(OpenSegment segment) {
        OpenSegment last = current;
        for (@Nullable OpenSegment next = last.next; next != null; next = last.next) {
            last = next;
        }
        last.next = segment;
    }

    /** Whether the ids in hand were used up although the next segment was requested in time. */
    boolean isUsedUpEarly() {
        OpenSegment segment = current;
        return segment.dueAt < segment.size && left() == 0;
    }

    /** How many ids are left in all segments. */
    long left() {
        long left = 0;
        for (@Nullable OpenSegment segment = current; segment != null; segment = segment.next) {
            left += segment.left();
        }
        return left;
    }

    /** How many more ids are drawn until the next load is due. */
    long untilDue() {
        OpenSegment segment = current;
        @Nullable OpenSegment next = segment.next;
        return next == null ? Math.max(0, segment.dueAt + 1 - segment.claimed) : segment.left() + next.dueAt + 1;
    }

    /** Burns the ids in hand if a copy of the process may have them, too; under the loader's lock. */
    void dropCopied() {
        OpenSegment segment = current;
        @Nullable OpenSegment next = segment.next;
        if (segment.size > 0 && segment.isCopied() || next != null && next.isCopied()) {
            drain();
        }
    }

    /**
     * Drops the segments in hand, so that their ids are never issued; under the loader's lock.
     *
     * @return what was left, lowest first; counted as burned
     */
    List<Segment> drain() {
        List<Segment> all = new ArrayList<>();
        OpenSegment cut = CURRENT.getAndSet(this, OpenSegment.empty());
        for (@Nullable OpenSegment segment = cut; segment != null; segment = segment.next) {
            Segment left = segment.drain();
            if (left != null) {
                all.add(left);
                counts.burned.addAndGet(left.size());
            }
        }
        // Increased after the segments are drained, so that no block of a thread can be taken from them and miss the
        // change.
        era++;
        return all;
    }

    SegmentStats stats() {
        return blocks == null ? loader.stats(0, 0) : blocks.stats();
    }
}
