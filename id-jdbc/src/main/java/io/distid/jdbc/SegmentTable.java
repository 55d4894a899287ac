package io.distid.jdbc;

import io.distid.spi.Segment;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Leaf's own table, a row for each tag, as a {@link TableSegmentStore} works on it. Safe for use by any number of threads. */
public interface SegmentTable extends AutoCloseable {
    /**
     * What came of a claim. Immutable.
     *
     * @param segment null if {@code max_id} stood below the floor, and nothing was changed
     * @param maxId where it stands now
     */
    record Claim(@Nullable Segment segment, long maxId) {}

    /**
     * Claims so many ids, unless {@code max_id} stands below a floor: it stays as it is then, for an operator to move. If the answer is
     * lost, the range may be claimed all the same; it is nobody's then, and left out.
     *
     * @param floor what the claimer saw granted before; asked for when the statement is sent
     */
    Claim claim(String tag, long size, LongSupplier floor);

    /**
     * Takes the unused end of a range back, if nobody claimed after it. Must never be repeated once it may have been committed: another
     * may have claimed that very range since, and {@code max_id} would be as it was.
     */
    boolean giveBack(String tag, Segment unused);

    /** The step of a tag. */
    long step(String tag);

    /** Each tag with its step, or 0 if {@link #step(String)} would refuse its row. */
    Map<String, Long> steps();

    @Override
    void close();
}
