package io.distid.bench.subject;

import io.distid.IdTraits;
import io.distid.LongIdGenerator;
import io.distid.Ordering;
import java.util.function.LongSupplier;

/**
 * A generator whose ids a test supplies, without a format, a store or an end.
 *
 * @param traits what it claims
 * @param ids one for each call
 */
public record SuppliedIds(IdTraits traits, LongSupplier ids) implements LongIdGenerator {
    /**
     * A generator that claims no more than an order.
     *
     * @param strategy its name
     * @param ordering what it claims of the ids
     * @param ids one for each call
     */
    public SuppliedIds(String strategy, Ordering ordering, LongSupplier ids) {
        this(IdTraits.builder(strategy).ordering(ordering).build(), ids);
    }

    @Override
    public long nextId() {
        return ids.getAsLong();
    }

    @Override
    public void close() {}
}
