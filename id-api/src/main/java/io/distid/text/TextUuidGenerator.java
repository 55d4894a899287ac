package io.distid.text;

import io.distid.IdStats;
import io.distid.IdTraits;
import io.distid.UuidGenerator;
import java.util.UUID;

/** A generator whose {@code nextText} takes another form. */
record TextUuidGenerator(UuidGenerator generator, UuidText text) implements UuidGenerator {

    @Override
    public UUID nextUuid() {
        return generator.nextUuid();
    }

    @Override
    public void nextUuids(long[] halves, int from, int to) {
        generator.nextUuids(halves, from, to);
    }

    @Override
    public String nextText() {
        return text.encode(generator.nextUuid());
    }

    @Override
    public int textLength() {
        return text.maxLength();
    }

    @Override
    public IdTraits traits() {
        return generator.traits();
    }

    @Override
    public IdStats stats() {
        return generator.stats();
    }

    @Override
    public <T> T unwrap(Class<T> type) {
        return type.isInstance(this) ? type.cast(this) : generator.unwrap(type);
    }

    @Override
    public void close() {
        generator.close();
    }
}
