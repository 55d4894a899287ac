package io.distid.micrometer;

import io.distid.LongIdGenerator;
import io.distid.UuidGenerator;
import java.util.concurrent.atomic.LongAdder;

/**
 * Generators that count the ids they return, for the meter {@code distid.ids.issued}. This is opt-in: it is the only
 * thing here that costs time for each id. Each call, for one id or a batch, adds to a {@link LongAdder}. The module's
 * README says how much that costs.
 *
 * <p>Only returned ids count: a call that throws adds nothing. Batches, texts, traits, stats, {@code unwrap} and {@code
 * close} are passed on to the generator. Stateless: safe for use by any number of threads, as are the generators.
 */
public final class CountedIds {
    private CountedIds() {}

    /**
     * A generator that counts the ids of another.
     *
     * @param generator issues the ids; it is closed with the counting one
     * @return the counting generator; use it, and {@link DistidMetrics#add add} it, in place of the other
     */
    public static LongIdGenerator of(LongIdGenerator generator) {
        return new CountedLongs(generator, new LongAdder());
    }

    /**
     * A generator that counts the UUIDs of another.
     *
     * @param generator issues the UUIDs; it is closed with the counting one
     * @return the counting generator; use it, and {@link DistidMetrics#add add} it, in place of the other
     */
    public static UuidGenerator of(UuidGenerator generator) {
        return new CountedUuids(generator, new LongAdder());
    }
}
