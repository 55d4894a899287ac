package io.distid.micrometer;

import io.distid.LongIdGenerator;
import io.distid.UuidGenerator;
import java.util.concurrent.atomic.LongAdder;

/**
 * Generators that count the ids they return, for those who want {@code distid.ids.issued}. Opt-in, since it is the one thing here that costs
 * each id something: a step of a {@link LongAdder}, once for each call, be it for one id or for a batch. The module's README says how much that is.
 *
 * <p>Counted is what was returned: a call that throws counts for nothing. All else is the generator's own: batches, texts, traits,
 * stats, what it can be unwrapped to, and its end. Stateless: safe for use by any number of threads, as are the generators.
 */
public final class CountedIds {
    private CountedIds() {}

    /**
     * A generator that counts the ids of another.
     *
     * @param generator draws the ids; closed with the one returned
     * @return to be drawn from, and to be {@link DistidMetrics#add added}, in place of it
     */
    public static LongIdGenerator of(LongIdGenerator generator) {
        return new CountedLongs(generator, new LongAdder());
    }

    /**
     * A generator that counts the UUIDs of another.
     *
     * @param generator draws the UUIDs; closed with the one returned
     * @return to be drawn from, and to be {@link DistidMetrics#add added}, in place of it
     */
    public static UuidGenerator of(UuidGenerator generator) {
        return new CountedUuids(generator, new LongAdder());
    }
}
