package io.distid.bench.subject;

import io.distid.IdTraits;
import io.distid.LongIdGenerator;
import java.util.function.LongSupplier;

/** A peer of 63-bit ids. It has no batch, since no peer offers one. */
public final class PeerLongGenerator implements LongIdGenerator {
    private final LongSupplier ids;
    private final IdTraits traits;
    private final AutoCloseable client;

    /** Takes ids from what needs no closing. */
    public PeerLongGenerator(LongSupplier ids, IdTraits traits) {
        this(ids, traits, () -> {});
    }

    /** Takes ids from a client, which is closed with it. */
    public PeerLongGenerator(LongSupplier ids, IdTraits traits, AutoCloseable client) {
        this.ids = ids;
        this.traits = traits;
        this.client = client;
    }

    @Override
    public long nextId() {
        return ids.getAsLong();
    }

    @Override
    public IdTraits traits() {
        return traits;
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
