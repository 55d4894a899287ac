package io.distid.bench.subject;

import io.distid.IdGenerator;
import io.distid.LongIdGenerator;
import io.distid.UuidGenerator;
import java.util.function.LongSupplier;

/** Ids of any kind one by one, for those who only count or time calls. Stateless: safe for use by any number of threads. */
public final class SingleIds {
    private SingleIds() {}

    /**
     * Calls of a generator.
     *
     * @param generator of numbers or of UUIDs
     * @return a number, or the low half of a UUID; as safe for use by several threads as the generator
     */
    public static LongSupplier of(IdGenerator generator) {
        if (generator instanceof LongIdGenerator numbers) {
            return numbers::nextId;
        }
        UuidGenerator uuids = (UuidGenerator) generator;
        return () -> uuids.nextUuid().getLeastSignificantBits();
    }
}
