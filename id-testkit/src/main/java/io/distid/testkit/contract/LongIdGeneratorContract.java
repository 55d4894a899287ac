package io.distid.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.distid.IdGenerators;
import io.distid.LongIdGenerator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * The contract of every strategy of 63-bit ids.
 *
 * <p>A subclass names its strategy, and the configuration of each node of a fleet if the default does not fit:
 *
 * <pre>{@code
 * class RedisIncrTest extends LongIdGeneratorContract {
 *     protected String strategy() { return "redis-incr"; }
 *     protected Map<String, String> config(int node) { return Map.of("url", redis.url(), "key", "orders"); }
 * }
 * }</pre>
 *
 * <p>Not safe for use by several threads: a test runs on one.
 */
public abstract non-sealed class LongIdGeneratorContract extends IdGeneratorContract<LongIdGenerator> {
    private static final long UNTOUCHED = -1;

    /** For subclasses. */
    protected LongIdGeneratorContract() {}

    @Test
    final void badRangesAreRefused() {
        try (LongIdGenerator generator = open(0)) {
            long[] ids = untouched(8);
            int[][] ranges = {{-1, 1}, {5, 4}, {0, 9}, {8, 9}, {9, 9}, {Integer.MIN_VALUE, Integer.MAX_VALUE}};
            for (int[] range : ranges) {
                assertThat(catchThrowable(() -> generator.nextIds(ids, range[0], range[1])))
                        .as("nextIds(long[8], %d, %d)", range[0], range[1])
                        .isInstanceOf(IndexOutOfBoundsException.class);
            }
            for (int at = 0; at <= ids.length; at++) {
                generator.nextIds(ids, at, at);
            }
            assertThat(ids).as("after empty and refused ranges").containsOnly(UNTOUCHED);
        }
    }

    @Override
    final void requireBits(int claimed, Id id) {
        assertThat(claimed)
                .as("bits of %s, which made %s", strategy(), id)
                .isBetween(Long.SIZE - Long.numberOfLeadingZeros(id.low()), Long.SIZE - 1);
    }

    @Override
    final LongIdGenerator open(Map<String, String> config) {
        return IdGenerators.openLong(strategy(), config);
    }

    @Override
    final Id next(LongIdGenerator generator) {
        return Id.of(generator.nextId());
    }

    @Override
    final List<Id> batch(LongIdGenerator generator, int size) {
        int from = 3;
        long[] ids = untouched(size + 5);
        generator.nextIds(ids, from, from + size);
        List<Id> drawn = new ArrayList<>(size);
        for (int i = 0; i < ids.length; i++) {
            if (i >= from && i < from + size) {
                drawn.add(Id.of(ids[i]));
            } else if (ids[i] != UNTOUCHED) {
                throw new AssertionError(
                        "nextIds(ids, " + from + ", " + (from + size) + ") wrote " + ids[i] + " at " + i);
            }
        }
        return drawn;
    }

    @Test
    final void textIsReadBack() {
        try (LongIdGenerator generator = open(0)) {
            long id = generator.nextId();
            assertThat(generator.parseText(generator.textOf(id))).isEqualTo(id);
            String text = generator.nextText();
            assertThat(generator.textOf(generator.parseText(text))).isEqualTo(text);
        }
    }

    @Override
    final Id parse(String text) {
        return Id.of(Long.parseLong(text));
    }

    @Override
    final String text(Id id) {
        return id.toString();
    }

    @Override
    final void requireWellFormed(Id id) {
        if (id.low() <= 0) {
            throw new AssertionError("an id must be from 1 to Long.MAX_VALUE: " + id.low());
        }
    }

    private static long[] untouched(int length) {
        long[] ids = new long[length];
        Arrays.fill(ids, UNTOUCHED);
        return ids;
    }
}
