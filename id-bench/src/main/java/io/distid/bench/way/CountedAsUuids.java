package io.distid.bench.way;

import io.distid.IdTraits;
import io.distid.LongIdGenerator;
import io.distid.UuidGenerator;
import java.util.UUID;

/** The numbers of a counter as UUIDs, in each of its ways. */
record CountedAsUuids(LongIdGenerator numbers) implements UuidGenerator {
    /** Version 8, which is for custom formats. */
    private static final long HIGH = 0x8000;

    private static final long VARIANT = Long.MIN_VALUE;

    @Override
    public UUID nextUuid() {
        return uuid(numbers.nextId());
    }

    @Override
    public void nextUuids(long[] halves, int from, int to) {
        UuidGenerator.requirePairs(halves, from, to);
        long[] ids = new long[(to - from) / 2];
        numbers.nextIds(ids, 0, ids.length);
        for (int i = 0; i < ids.length; i++) {
            halves[from + 2 * i] = HIGH;
            halves[from + 2 * i + 1] = VARIANT | ids[i];
        }
    }

    @Override
    public String nextText() {
        return uuid(Long.parseLong(numbers.nextText())).toString();
    }

    private static UUID uuid(long number) {
        return new UUID(HIGH, VARIANT | number);
    }

    @Override
    public IdTraits traits() {
        return numbers.traits();
    }

    @Override
    public void close() {
        numbers.close();
    }
}
