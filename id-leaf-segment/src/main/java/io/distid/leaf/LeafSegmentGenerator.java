package io.distid.leaf;

import io.distid.Coordination;
import io.distid.IdTraits;
import io.distid.LongIdGenerator;
import io.distid.Ordering;
import io.distid.Safety;
import java.util.List;
import java.util.OptionalLong;

/**
 * One tag as a generator of the SPI.
 *
 * <p>Safe for use by any number of threads; no clock takes part in an id.
 */
public final class LeafSegmentGenerator implements LongIdGenerator {
    private static final IdTraits TRAITS = new IdTraits(
            LeafSegmentProvider.NAME,
            63,
            Ordering.PER_GENERATOR,
            false,
            Coordination.PER_BATCH,
            Safety.STORED,
            OptionalLong.empty(),
            null,
            List.of("as durable as the segment store", "ids of several generators interleave by segments"));

    private final LeafTag ids;
    private final LeafSegments segments;

    LeafSegmentGenerator(LeafSegments segments, LeafTag ids) {
        this.segments = segments;
        this.ids = ids;
    }

    @Override
    public long nextId() {
        return ids.nextId();
    }

    @Override
    public void nextIds(long[] array, int from, int to) {
        ids.nextIds(array, from, to);
    }

    @Override
    public IdTraits traits() {
        return TRAITS;
    }

    @Override
    public void close() {
        segments.close();
    }
}
