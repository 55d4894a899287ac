package io.distid.bench.peer;

import io.distid.IdTraits;
import io.distid.UuidGenerator;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * A peer of 128-bit ids without a batch, since no such peer offers one. The client is closed with it. Safe for use by any
 * number of threads, as the peer is.
 */
public record PeerUuidGenerator(Supplier<UUID> ids, IdTraits traits, AutoCloseable client) implements UuidGenerator {
    /** Takes ids from what needs no closing. */
    public PeerUuidGenerator(Supplier<UUID> ids, IdTraits traits) {
        this(ids, traits, () -> {});
    }

    @Override
    public UUID nextUuid() {
        return ids.get();
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
