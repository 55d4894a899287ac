package io.distid.leaf;

import io.distid.IdException;
import io.distid.SegmentStats;
import io.distid.spi.Segment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Lock;
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
final class LeafTag implements TagIds {
    private static final Duration RATE_WINDOW = Duration.ofSeconds(10);
    /** More elements than any processor's vector has, so that those of one do not depend on each other. */
    private static final int FAR = 64;

    private static final VarHandle CURRENT;

    static {
        try {
            CURRENT = MethodHandles.lookup().findVarHandle(LeafTag.class, "current", OpenSegment.class);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private volatile OpenSegment current = OpenSegment.empty();
    private final String name;
    private final LoadContext loading;
    private final SegmentClaims claims;
    private final SegmentLoader loader;
    private final LeafCounts counts = new LeafCounts();
    private final RateMeter rate;
    /** What was claimed and will not be issued, lowest first; under the loader's lock. Never changed, but replaced. Most tags never have any. */
    private List<Segment> unissued = List.of();

    LeafTag(String name, LoadContext loading) {
        this.name = name;
        this.loading = loading;
        claims = new SegmentClaims(name, loading);
        loader = new SegmentLoader(name, this, loading, claims);
        rate = new RateMeter(RATE_WINDOW, loading.nanoTime().getAsLong(), 0);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public long nextId() {
        OpenSegment segment = current;
        return nextIdAt(segment, segment.claim(1));
    }

    /** The id of an index that was claimed of a segment, or where that is none, of a segment after it. */
    long nextIdAt(OpenSegment segment, long index) {
        if (index < segment.size) {
            if (index == segment.prefetchAt) {
                loader.prefetch(segment);
            }
            return segment.first + index;
        }
        return nextIdAfter(segment);
    }

    /** The id after a segment that is used up. It runs once a segment, and so is compiled only since {@link SwitchWarmUp} has run it. */
    long nextIdAfter(OpenSegment used) {
        long deadline = 0;
        OpenSegment segment = used;
        while (true) {
            if (deadline == 0 && segment.next == null) {
                deadline = loader.deadline();
            }
            segment = advance(segment, deadline);
            long index = segment.claim(1);
            if (index < segment.size) {
                prefetchFrom(segment, index, 1);
                return segment.first + index;
            }
        }
    }

    @Override
    public void draw(long[] ids, int from, int to) {
        OpenSegment segment = current;
        long deadline = 0;
        int at = from;
        try {
            while (at < to) {
                long index = segment.claim(to - at);
                int got = segment.granted(index, to - at);
                if (got > 0) {
                    prefetchFrom(segment, index, got);
                    fill(ids, at, got, segment.first + index);
                    at += got;
                }
                if (at < to) {
                    deadline = deadline == 0 ? loader.deadline() : deadline;
                    segment = advance(segment, deadline);
                }
            }
        } catch (RuntimeException e) {
            counts.burned(at - from);
            throw e;
        }
    }

    /**
     * Claims neighbouring ids, as many as are wanted or as few as the segment has left.
     *
     * @param most the most ids to take
     * @param share a segment's ids divided by this is the most to take, too
     * @param deadline until when to wait for a segment, by {@link System#nanoTime()}
     */
    Segment take(int most, int share, long deadline) {
        OpenSegment segment = current;
        while (true) {
            long want = Math.max(1, Math.min(most, segment.size / share));
            long index = segment.claim(want);
            long got = Math.min(want, segment.size - index);
            if (got > 0) {
                prefetchFrom(segment, index, got);
                return new Segment(segment.first + index, segment.first + index + got);
            }
            segment = advance(segment, deadline);
        }
    }

    /** When a call that begins to wait now has waited long enough, by {@link System#nanoTime()}. */
    long deadline() {
        return loader.deadline();
    }

    /** Takes a lock within the time a call may wait. */
    void lock(Lock lock, long deadline) {
        loader.lock(lock, deadline);
    }

    /** Writes consecutive ids. */
    static void fill(long[] ids, int from, int count, long first) {
        int end = from + count;
        int near = from + Math.min(count, FAR);
        for (int i = from; i < near; i++) {
            ids[i] = first + (i - from);
        }
        // From the element a constant before it: of this loop the compiler makes vectors, of the one above it does not.
        for (int i = near; i < end; i++) {
            ids[i] = ids[i - FAR] + FAR;
        }
    }

    private void prefetchFrom(OpenSegment segment, long index, long count) {
        if (index <= segment.prefetchAt && segment.prefetchAt < index + count) {
            loader.prefetch(segment);
        }
    }

    /** The segment after a used-up one; waits for it if it is not there yet. */
    private OpenSegment advance(OpenSegment used, long deadline) {
        OpenSegment next = used.next;
        if (next == null) {
            next = loader.await(used, deadline);
        }
        if (current == used) {
            long now = loading.nanoTime().getAsLong();
            // Before it is current, so that whoever uses it up finds the time; several may write it, at almost the same
            // time.
            next.openedNanos = now;
            if (CURRENT.compareAndSet(this, used, next)) {
                claims.usedUp(used, now);
            }
        }
        return current;
    }

    @Override
    public void ready() {
        OpenSegment segment = current;
        if (segment.left() == 0) {
            advance(segment, loader.deadline());
        }
    }

    OpenSegment current() {
        return current;
    }

    @Override
    public LeafCounts counts() {
        return counts;
    }

    /** Puts a new segment behind those in hand; under the loader's lock. */
    void append(OpenSegment segment) {
        rate.observe(loading.nanoTime().getAsLong(), issued());
        counts.loaded(segment.size);
        OpenSegment last = current;
        for (@Nullable OpenSegment next = last.next; next != null; next = last.next) {
            last = next;
        }
        last.next = segment;
    }

    /** Whether the ids in hand were used up although the next segment was asked for while there were some. */
    boolean isOutrun() {
        OpenSegment segment = current;
        return segment.prefetchAt < segment.size && left() == 0;
    }

    /** How many ids have left the segments to be issued. */
    long issued() {
        return Math.max(0, counts.claimed() - left() - counts.burned() - counts.givenBack());
    }

    /** Whether enough of the last segment in hand is used for the next to be loaded. */
    boolean isDue() {
        OpenSegment segment = current;
        return segment.next == null && segment.prefetchAt < segment.size && segment.claimed() > segment.prefetchAt;
    }

    /** How many ids are still to be drawn until it is. */
    long untilDue() {
        OpenSegment segment = current;
        @Nullable OpenSegment next = segment.next;
        return next == null
                ? Math.max(0, segment.prefetchAt + 1 - segment.claimed())
                : segment.left() + next.prefetchAt + 1;
    }

    /** Takes what is in hand away, so that it is never issued; under the loader's lock. */
    void burn() {
        drain();
        unissued = List.of();
    }

    /** Takes what is in hand away, to be offered to the store; under the loader's lock. */
    void drain() {
        List<Segment> all = new ArrayList<>(unissued);
        OpenSegment cut = (OpenSegment) CURRENT.getAndSet(this, OpenSegment.empty());
        for (@Nullable OpenSegment segment = cut; segment != null; segment = segment.next) {
            Segment left = segment.drain();
            if (left != null) {
                all.add(left);
                counts.burned(left.size());
            }
        }
        unissued = all;
    }

    @Override
    public void storeStep(long known) {
        claims.storeStep(known);
    }

    @Override
    public void drop() {
        loader.drop();
    }

    @Override
    public void copied() {
        loader.copied();
    }

    @Override
    public void end() {
        loader.end();
    }

    @Override
    public void giveBack() {
        List<Segment> all = loader.unissued();
        // One that was copied meanwhile has others, or none: what there was, its copy may give back, too.
        for (int i = all.size() - 1; i >= 0 && loader.unissued() == all; i--) {
            Segment unused = all.get(i);
            if (!loading.store().giveBack(name, unused)) {
                return;
            }
            counts.givenBack(unused.size());
        }
    }

    /** Under the loader's lock. */
    List<Segment> unissued() {
        return unissued;
    }

    /** How many ids are left in all segments. */
    private long left() {
        long left = 0;
        for (@Nullable OpenSegment segment = current; segment != null; segment = segment.next) {
            left += segment.left();
        }
        return left;
    }

    @Override
    public SegmentStats stats() {
        return stats(0, 0);
    }

    /**
     * How the tag stands.
     *
     * @param held ids that left a segment and are still to be issued
     * @param lost ids that left a segment and will never be issued
     */
    SegmentStats stats(long held, long lost) {
        long left = left() + held;
        long burned = counts.burned() + lost;
        long issued = Math.max(0, counts.claimed() - left - burned - counts.givenBack());
        double perSecond = rate.observe(loading.nanoTime().getAsLong(), issued);
        IdException failure = loader.failure();
        return new SegmentStats(
                name,
                claims.step(),
                left,
                perSecond,
                perSecond > 0 ? Duration.ofMillis((long) (left / perSecond * 1_000)) : null,
                issued,
                burned,
                counts.givenBack(),
                counts.loads(),
                counts.failures(),
                failure == null ? null : failure.getMessage());
    }
}
