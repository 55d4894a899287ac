package io.distid.leaf;

import io.distid.Coordination;
import io.distid.IdStats;
import io.distid.IdTraits;
import io.distid.LongIdGenerator;
import io.distid.Ordering;
import io.distid.Safety;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A generator for one tag of a store.
 *
 * <p>Ids are positive and never repeat. Each is greater than every id that the generator returned before the call began. With {@code order=thread},
 * it is greater than every id that the generator returned to the thread. Safe for use by any number of threads. No clock takes part in an id.
 */
public final class LeafSegmentGenerator implements LongIdGenerator {
    private final LeafTag tag;
    private final LeafSegments segments;
    private final IdTraits traits;
    private final boolean isThreadOrder;
    /**
     * The segment that ids were drawn from last; null with {@code order=thread}. It saves the read of the tag's field: a read after an atomic step
     * begins only when the step has ended, so each id would wait for it. A segment that the tag has left issues no id, since its counter is beyond
     * its end. Batches write this field, too, so that an old segment does not keep the segments after it in memory.
     */
    private @Nullable OpenSegment last;

    /** Makes a generator that closes {@code segments} with itself. */
    private LeafSegmentGenerator(LeafSegments segments, LeafTag tag) {
        this.segments = segments;
        this.tag = tag;
        traits = traits(segments.options(), segments.notes());
        isThreadOrder = segments.options().threadBlock() > 0;
        remember();
    }

    /**
     * Opens a tag.
     *
     * @param segments closed with the generator
     * @throws io.distid.ConfigException if the store has no such tag
     */
    static LeafSegmentGenerator of(LeafSegments segments, String tag) {
        LeafTag open = segments.tag(tag);
        open.ready();
        return new LeafSegmentGenerator(segments, open);
    }

    static IdTraits traits(LeafOptions options, List<String> ofStore) {
        return IdTraits.builder(LeafSegmentProvider.NAME)
                .ordering(options.threadBlock() > 0 ? Ordering.PER_THREAD : Ordering.PER_GENERATOR)
                .coordination(Coordination.PER_BATCH)
                .safety(Safety.STORED)
                .notes(notes(options, ofStore))
                .build();
    }

    private static List<String> notes(LeafOptions options, List<String> ofStore) {
        List<String> notes = new ArrayList<>(List.of(
                "uniqueness is as durable as the segment store",
                options.threadBlock() > 0
                        ? "ids of several threads interleave by blocks, those of several generators by segments"
                        : "ids of several generators on one tag interleave by segments: they trend upwards",
                "claimed ids that are never issued leave gaps; stats() counts them as burned",
                "a generator holds at most two claims of " + options.step().maxStep() + " ids each (or the"
                        + " store's step)"));
        notes.addAll(ofStore);
        return notes;
    }

    @Override
    public long nextId() {
        OpenSegment segment = last;
        if (segment == null) {
            return tag.nextId();
        }
        long index = segment.claim(1);
        return index < segment.size && index != segment.askAt && !segment.isCopied()
                ? segment.first + index
                : nextIdAt(segment, index);
    }

    private long nextIdAt(OpenSegment segment, long index) {
        try {
            return tag.nextIdAt(segment, index);
        } finally {
            remember();
        }
    }

    private void remember() {
        last = isThreadOrder ? null : tag.current();
    }

    /**
     * {@inheritDoc}
     *
     * <p>Costs one claim for each segment that the batch touches, and leaves no hole inside a segment.
     */
    @Override
    public void nextIds(long[] array, int from, int to) {
        try {
            tag.nextIds(array, from, to);
        } finally {
            remember();
        }
    }

    /** {@inheritDoc} */
    @Override
    public IdStats stats() {
        return IdStats.builder()
                .segment(tag.stats())
                .waits(tag.counts().calls.waitStats())
                .failures(tag.counts().calls.failures())
                .closed(segments.isClosed())
                .build();
    }

    @Override
    public IdTraits traits() {
        return traits;
    }

    /** Offers the store the unissued ids, and closes it. A second call does nothing. */
    @Override
    public void close() {
        segments.close();
    }
}
