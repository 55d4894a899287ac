package io.distid.bench.subject;

import io.distid.IdGenerator;
import io.distid.LongIdGenerator;
import io.distid.UuidGenerator;
import java.util.function.LongSupplier;

/**
 * Single ids of any kind, for code that only counts or times calls. Stateless: safe for use by any number of threads.
 */
public final class SingleIds {
    private SingleIds() {}

    /** Calls of a generator. */
    public static LongSupplier of(IdGenerator generator) {
        if (generator instanceof LongIdGenerator numbers) {
            return numbers::nextId;
        }
        UuidGenerator uuids = (UuidGenerator) generator;
        return () -> uuids.nextUuid().getLeastSignificantBits();
    }
}
