package io.distid.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.distid.IdGenerators;
import io.distid.UuidGenerator;
import io.distid.text.TextForm;
import io.distid.text.UuidText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/**
 * The contract of every strategy of UUIDs and other 128-bit ids, ordered by the 128 bits, unsigned.
 *
 * <p>A subclass names its strategy and the version of its UUIDs:
 *
 * <pre>{@code
 * class UuidV7Test extends UuidGeneratorContract {
 *     protected String strategy() { return "uuid-v7"; }
 *     protected int version() { return 7; }
 * }
 * }</pre>
 *
 * <p>Not safe for use by several threads: a test runs on one.
 */
public abstract non-sealed class UuidGeneratorContract extends IdGeneratorContract<UuidGenerator> {
    /** The {@link #version()} of ids with neither version nor variant, such as ULIDs. */
    protected static final int NO_VERSION = 0;

    /** All bits 0, which no generator may return. */
    private static final long UNTOUCHED = 0;

    /** For subclasses. */
    protected UuidGeneratorContract() {}

    /**
     * The version in the UUIDs' version field.
     *
     * @return from 1 to 8, or {@link #NO_VERSION}
     */
    protected abstract int version();

    /**
     * The form of {@code nextText}, unless another form is asked for.
     *
     * @return the canonical text unless overridden
     */
    protected UuidText text() {
        return TextForm.CANONICAL.uuids();
    }

    @Test
    final void badRangesAreRefused() {
        try (UuidGenerator generator = open(0)) {
            long[] halves = new long[8];
            int[][] ranges = {{-2, 2}, {6, 4}, {0, 10}, {8, 10}, {10, 10}, {Integer.MIN_VALUE, Integer.MAX_VALUE}};
            for (int[] range : ranges) {
                assertThat(catchThrowable(() -> generator.nextUuids(halves, range[0], range[1])))
                        .as("nextUuids(long[8], %d, %d)", range[0], range[1])
                        .isInstanceOf(IndexOutOfBoundsException.class);
            }
            for (int at = 0; at <= halves.length; at++) {
                generator.nextUuids(halves, at, at);
            }
            assertThat(halves).as("after empty and refused ranges").containsOnly(UNTOUCHED);
        }
    }

    @Test
    final void oddRangesAreRefused() {
        try (UuidGenerator generator = open(0)) {
            long[] halves = new long[8];
            for (int to : new int[] {2, 4, 8}) {
                assertThat(catchThrowable(() -> generator.nextUuids(halves, 1, to)))
                        .as("nextUuids(long[8], 1, %d)", to)
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining("even");
            }
            assertThat(halves).as("after refused ranges").containsOnly(UNTOUCHED);
        }
    }

    @Override
    final void requireBits(int claimed, Id id) {
        assertThat(claimed).as("bits of %s", strategy()).isEqualTo(128);
    }

    @Override
    final UuidGenerator open(Map<String, String> config) {
        return IdGenerators.openUuid(strategy(), config);
    }

    @Override
    final Id next(UuidGenerator generator) {
        return Id.of(generator.nextUuid());
    }

    @Override
    final List<Id> batch(UuidGenerator generator, int size) {
        int from = 3;
        int to = from + 2 * size;
        long[] halves = new long[to + 2];
        generator.nextUuids(halves, from, to);
        List<Id> drawn = new ArrayList<>(size);
        for (int i = from; i < to; i += 2) {
            drawn.add(Id.of(new UUID(halves[i], halves[i + 1])));
        }
        for (int i : new int[] {0, 1, 2, to, to + 1}) {
            if (halves[i] != UNTOUCHED) {
                throw new AssertionError("nextUuids(halves, " + from + ", " + to + ") wrote " + halves[i] + " at " + i);
            }
        }
        return drawn;
    }

    @Test
    final void textIsReadBack() {
        try (UuidGenerator generator = open(0)) {
            UUID id = generator.nextUuid();
            assertThat(generator.parseText(generator.textOf(id))).isEqualTo(id);
            String text = generator.nextText();
            assertThat(generator.textOf(generator.parseText(text))).isEqualTo(text);
        }
    }

    @Override
    final Id parse(String text) {
        return Id.of(text().decode(text));
    }

    @Override
    final String text(Id id) {
        return text().encode(new UUID(id.high(), id.low()));
    }

    @Override
    final void requireWellFormed(Id id) {
        if (version() == NO_VERSION) {
            return;
        }
        int found = (int) (id.high() >>> 12 & 0xf);
        if (found != version()) {
            throw new AssertionError("version of " + id + " is " + found + ", not " + version());
        }
        if (id.low() >>> 62 != 2) {
            throw new AssertionError("variant of " + id + " is " + (id.low() >>> 62) + ", not 2 (RFC 9562)");
        }
    }
}
