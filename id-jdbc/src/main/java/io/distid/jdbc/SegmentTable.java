package io.distid.jdbc;

import io.distid.spi.Segment;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Leaf's own table, with a row for each tag, for {@link TableSegmentStore}. Safe for use by any number of threads. */
public interface SegmentTable extends AutoCloseable {
    /**
     * The result of a claim. Immutable.
     *
     * @param segment null if {@code max_id} was below the floor, and nothing was changed
     * @param maxId the present {@code max_id}
     */
    record Claim(@Nullable Segment segment, long maxId) {}

    /**
     * Claims ids, unless {@code max_id} is below a floor; then the row is not changed, and an operator has to move it. If the answer is
     * lost, the range may be claimed all the same; its ids are not issued.
     *
     * @param floor the end of the ranges that the caller saw granted; read when the statement is sent
     */
    Claim claim(String tag, long size, LongSupplier floor);

    /**
     * Takes the unused end of a range back, if no claim followed it. Must never be repeated once it may have been committed. Another
     * caller may have claimed the very same range since, and {@code max_id} would have its old value.
     */
    boolean giveBack(String tag, Segment unused);

    /** The step of a tag. */
    long step(String tag);

    /** Each tag with its step, or 0 if {@link #step(String)} would refuse its row. */
    Map<String, Long> steps();

    @Override
    void close();
}
