package io.distid.leaf;

import io.distid.Coordination;
import io.distid.IdStats;
import io.distid.IdTraits;
import io.distid.LongIdGenerator;
import io.distid.Ordering;
import io.distid.Safety;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One tag of a store as a generator of the SPI.
 *
 * <p>Ids are positive and never repeat; each is greater than every id that the generator returned before the call began, or, with
 * {@code order=thread}, than every id it returned to the thread. Safe for use by any number of threads. No clock takes part in an id.
 */
public final class LeafSegmentGenerator implements LongIdGenerator {
    private final TagIds ids;
    private final LeafSegments segments;
    private final IdTraits traits;
    /** The same as {@link #ids}; null with {@code order=thread}. */
    private final @Nullable LeafTag tag;
    /**
     * The segment that ids were drawn from last; null with {@code order=thread}. It saves the way over the tag, which each id would have to wait for, since an atomic step lets no
     * reading after it begin before its end. One that the tag has moved on from gives no id: its counter is beyond its end. Written with each batch, too, or those
     * that follow it would be kept as long as it is.
     */
    private @Nullable OpenSegment last;

    private LeafSegmentGenerator(LeafSegments segments, TagIds ids, IdTraits traits) {
        this.segments = segments;
        this.ids = ids;
        this.traits = traits;
        tag = ids instanceof LeafTag shared ? shared : null;
        remember();
    }

    /** Makes a generator that closes {@code segments} with itself. */
    static LeafSegmentGenerator of(LeafSegments segments, String tag) {
        return new LeafSegmentGenerator(segments, segments.tag(tag), traits(segments.options()));
    }

    private static IdTraits traits(LeafOptions options) {
        return IdTraits.builder(LeafSegmentProvider.NAME)
                .ordering(options.threadBlock() > 0 ? Ordering.PER_THREAD : Ordering.PER_GENERATOR)
                .coordination(Coordination.PER_BATCH)
                .safety(Safety.STORED)
                .notes(notes(options))
                .build();
    }

    static List<String> notes(LeafOptions options) {
        long most = DemandForecast.mostOfAClaim(options);
        long maxStep = options.step().maxStep();
        return List.of(
                "uniqueness is as durable as the segment store",
                options.threadBlock() > 0
                        ? "ids of several threads interleave by blocks, those of several generators by segments"
                        : "ids of several generators on one tag interleave by segments: they trend upwards",
                "claimed ids that are never issued leave gaps; stats() counts them as burned",
                "in hand are two claims of at most " + maxStep + " ids each (or the store's step)"
                        + (most > maxStep
                                ? ", or " + most
                                        + " of a tag that uses those up before the store has answered four times"
                                : ""));
    }

    @Override
    public long nextId() {
        OpenSegment segment = last;
        if (segment == null) {
            return ids.nextId();
        }
        long index = segment.claim(1);
        return index < segment.size && index != segment.prefetchAt ? segment.first + index : nextIdAt(segment, index);
    }

    private long nextIdAt(OpenSegment segment, long index) {
        try {
            return Objects.requireNonNull(tag).nextIdAt(segment, index);
        } finally {
            remember();
        }
    }

    private void remember() {
        if (tag != null) {
            last = tag.current();
        }
    }

    /**
     * {@inheritDoc}
     *
     * <p>One claim for each segment that the batch touches, without a hole inside a segment.
     */
    @Override
    public void nextIds(long[] array, int from, int to) {
        try {
            ids.nextIds(array, from, to);
        } finally {
            remember();
        }
    }

    /** {@inheritDoc} */
    @Override
    public IdStats stats() {
        return IdStats.builder()
                .segment(ids.stats())
                .waits(ids.counts().calls().waitStats())
                .failures(ids.counts().calls().failures())
                .closed(segments.isClosed())
                .build();
    }

    @Override
    public IdTraits traits() {
        return traits;
    }

    /** Offers the store what was not issued, and closes it. A second call does nothing. */
    @Override
    public void close() {
        segments.close();
    }
}
