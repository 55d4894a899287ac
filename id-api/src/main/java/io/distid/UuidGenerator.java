package io.distid;

import io.distid.text.TextForm;
import java.util.Objects;
import java.util.UUID;

/**
 * A generator of 128-bit ids, which are UUIDs here: those of RFC 9562, or others without version and variant, such as ULIDs. Safe for use by any
 * number of threads, as each {@link IdGenerator} is.
 */
public non-sealed interface UuidGenerator extends IdGenerator {

    /**
     * The next UUID.
     *
     * @return never null, never one that was returned before
     * @throws ClockBehindException if the clock stands behind the last id by more than the generator may lead or wait
     * @throws IdsExhaustedException if the format has no id left
     * @throws InterruptedIdException if the thread is interrupted while it waits
     * @throws IllegalStateException after {@link #close()}
     */
    UUID nextUuid();

    /**
     * Fills {@code halves[from..to)} with new UUIDs, each as its most and then its least significant 64 bits.
     *
     * <p>If this throws, the content of the range is unspecified and what was claimed for it is never issued.
     *
     * @param from the first index, inclusive
     * @param to the last index, exclusive; {@code to - from} must be even
     * @throws IndexOutOfBoundsException unless {@code 0 <= from <= to <= halves.length}
     * @throws IllegalArgumentException if {@code to - from} is odd
     * @throws IdException as {@link #nextUuid()}
     * @throws IllegalStateException after {@link #close()}
     */
    default void nextUuids(long[] halves, int from, int to) {
        requirePairs(halves, from, to);
        for (int i = from; i < to; i += 2) {
            UUID uuid = nextUuid();
            halves[i] = uuid.getMostSignificantBits();
            halves[i + 1] = uuid.getLeastSignificantBits();
        }
    }

    /**
     * {@inheritDoc}
     *
     * <p>36 characters, lower case, as RFC 9562 section 4 has them, unless the strategy has a text of its own or was opened with another.
     */
    @Override
    default String nextText() {
        return nextUuid().toString();
    }

    /**
     * A UUID as {@link #nextText()} writes it: what to show of an id that was stored as a UUID. With {@code text-date} it has the day of this call.
     */
    default String textOf(UUID uuid) {
        return uuid.toString();
    }

    /**
     * The UUID that a text of {@link #nextText()} stands for. Whether this generator has issued it is not asked.
     *
     * @param text from outside, say from a URL
     * @throws IllegalArgumentException if this generator would write no UUID so; the message shows the text and says what is wrong
     */
    default UUID parseText(String text) {
        return TextForm.CANONICAL.uuids().decode(text);
    }

    /**
     * {@inheritDoc}
     *
     * <p>36, unless the strategy has a text of its own or was opened with another.
     */
    @Override
    default int textLength() {
        return 36;
    }

    /**
     * Checks the arguments of {@link #nextUuids(long[], int, int)}.
     *
     * @param from the first index, inclusive
     * @param to the last index, exclusive
     * @throws IndexOutOfBoundsException unless {@code 0 <= from <= to <= halves.length}
     * @throws IllegalArgumentException if {@code to - from} is odd
     */
    static void requirePairs(long[] halves, int from, int to) {
        Objects.checkFromToIndex(from, to, halves.length);
        if ((to - from & 1) != 0) {
            throw new IllegalArgumentException("a UUID takes two longs: to - from must be even, but is " + to + " - "
                    + from + " = " + (to - from));
        }
    }
}
