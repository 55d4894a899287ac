package io.distid;

import io.distid.text.TextForm;
import java.util.Objects;

/** A generator of positive 63-bit ids. Safe for use by any number of threads, as each {@link IdGenerator} is. */
public non-sealed interface LongIdGenerator extends IdGenerator {

    /**
     * The next id.
     *
     * @return from 1 to {@link Long#MAX_VALUE}, never one that was returned before
     * @throws ClockBehindException if the clock stands behind the last id by more than the generator may lead or wait
     * @throws IdsExhaustedException if the format or the range has no id left
     * @throws LeaseLostException if the worker id's reservation ended and was not renewed
     * @throws StoreRegressedException if the store offers what was given out before
     * @throws BackendException if the store does not answer in time, or answers with an error
     * @throws ConfigException if the store no longer has the tag of {@code leaf-segment}, or holds something else in the place of a counter
     * @throws InterruptedIdException if the thread is interrupted while it waits
     * @throws IllegalStateException after {@link #close()}
     */
    long nextId();

    /**
     * Fills {@code ids[from..to)} with new ids in increasing order; where the strategy allows, at the cost of one claim.
     *
     * <p>The range belongs to the call until it returns: another thread must neither write nor read it.
     *
     * <p>If this throws, the content of the range is unspecified and what was claimed for it is never issued.
     *
     * @param from the first index, inclusive
     * @param to the last index, exclusive; equal to {@code from} does nothing
     * @throws IndexOutOfBoundsException unless {@code 0 <= from <= to <= ids.length}
     * @throws IdException as {@link #nextId()}
     * @throws IllegalStateException after {@link #close()}
     */
    default void nextIds(long[] ids, int from, int to) {
        Objects.checkFromToIndex(from, to, ids.length);
        for (int i = from; i < to; i++) {
            ids[i] = nextId();
        }
    }

    /**
     * {@inheritDoc}
     *
     * <p>Decimal, without leading zeros, unless the generator was opened with another text.
     */
    @Override
    default String nextText() {
        return Long.toString(nextId());
    }

    /**
     * An id as {@link #nextText()} writes it: what to show of an id that was stored as a number. With {@code text-date} it has the day of this call.
     *
     * @param id one of this generator's, 1 or more
     * @throws IllegalArgumentException if the id is 0 or negative, or has more digits than {@code text=padded} holds
     */
    default String textOf(long id) {
        if (id == 0) {
            throw new IllegalArgumentException("id is 0: must be 1 or more");
        }
        return TextForm.CANONICAL.longs().encode(id);
    }

    /**
     * The id that a text of {@link #nextText()} stands for. Whether this generator has issued it is not asked.
     *
     * @param text from outside, say from a URL
     * @return 1 or more
     * @throws IllegalArgumentException if this generator would write no id so; the message shows the text and says what is wrong
     */
    default long parseText(String text) {
        long id = TextForm.CANONICAL.longs().decode(text);
        if (id == 0) {
            throw new IllegalArgumentException("\"" + text + "\" stands for 0: must be 1 or more");
        }
        return id;
    }

    /**
     * {@inheritDoc}
     *
     * <p>The decimal digits of the greatest id that {@link IdTraits#bits()} hold, 19 for 63, unless the generator was opened with another text.
     */
    @Override
    default int textLength() {
        return Long.toString((1L << traits().bits()) - 1).length();
    }
}
