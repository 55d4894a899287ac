package io.distid.bench.peer;

import io.distid.IdTraits;
import io.distid.UuidGenerator;
import java.util.UUID;
import java.util.function.Supplier;

/** A peer of 128-bit ids that offers no batch. */
final class PeerUuidGenerator implements UuidGenerator {
    private final Supplier<UUID> ids;
    private final IdTraits traits;
    private final AutoCloseable client;

    PeerUuidGenerator(Supplier<UUID> ids, IdTraits traits) {
        this(ids, traits, () -> {});
    }

    /** Of a client that is closed with it. */
    PeerUuidGenerator(Supplier<UUID> ids, IdTraits traits, AutoCloseable client) {
        this.ids = ids;
        this.traits = traits;
        this.client = client;
    }

    @Override
    public UUID nextUuid() {
        return ids.get();
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
