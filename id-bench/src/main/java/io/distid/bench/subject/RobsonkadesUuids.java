package io.distid.bench.subject;

import io.distid.IdTraits;
import io.distid.UuidGenerator;
import io.github.robsonkades.uuidv7.UUIDv7;
import java.util.UUID;

/** The default form of robsonkades' uuidv7, and its batch. Its state belongs to threads: all nodes of a process share it. */
final class RobsonkadesUuids implements UuidGenerator {
    private final IdTraits traits;

    RobsonkadesUuids(IdTraits traits) {
        this.traits = traits;
    }

    @Override
    public UUID nextUuid() {
        return UUIDv7.randomUUID();
    }

    @Override
    public void nextUuids(long[] halves, int from, int to) {
        UuidGenerator.requirePairs(halves, from, to);
        UUIDv7.fill(halves, from, (to - from) / 2);
    }

    @Override
    public IdTraits traits() {
        return traits;
    }

    @Override
    public void close() {}
}
