package io.distid.bench.subject;

import io.distid.IdTraits;
import io.distid.LongIdGenerator;
import java.util.function.LongSupplier;

/**
 * A peer of 63-bit ids without a batch, since no such peer offers one. The client is closed with it. Safe for use by any
 * number of threads, as the peer is.
 */
public record PeerLongGenerator(LongSupplier ids, IdTraits traits, AutoCloseable client) implements LongIdGenerator {
    /** Takes ids from what needs no closing. */
    public PeerLongGenerator(LongSupplier ids, IdTraits traits) {
        this(ids, traits, () -> {});
    }

    @Override
    public long nextId() {
        return ids.getAsLong();
    }

    @Override
    public void close() {
        try {
            client.close();
        } catch (Exception e) {
            throw new IllegalStateException(traits.strategy() + " could not be closed: " + e, e);
        }
    }
}
