package io.distid.text;

import io.distid.IdTraits;
import io.distid.UuidGenerator;
import java.util.UUID;

/** A generator of one UUID, over and over. */
final class OneUuid implements UuidGenerator {
    private final UUID uuid;
    boolean closed;

    OneUuid(UUID uuid) {
        this.uuid = uuid;
    }

    @Override
    public UUID nextUuid() {
        return uuid;
    }

    @Override
    public IdTraits traits() {
        throw new UnsupportedOperationException("asked the generator");
    }

    @Override
    public void close() {
        closed = true;
    }
}
