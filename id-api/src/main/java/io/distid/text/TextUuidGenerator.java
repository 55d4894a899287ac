package io.distid.text;

import io.distid.IdStats;
import io.distid.IdTraits;
import io.distid.IdsExhaustedException;
import io.distid.UuidGenerator;
import io.distid.internal.CallCounts;
import java.util.UUID;

/**
 * A generator whose {@code nextText} takes another form.
 *
 * @param counts the failures that the other generator does not count
 */
record TextUuidGenerator(UuidGenerator generator, UuidText text, boolean isTextCaseSensitive, CallCounts counts)
        implements UuidGenerator {
    TextUuidGenerator(UuidGenerator generator, UuidText text, boolean isTextCaseSensitive) {
        this(generator, text, isTextCaseSensitive, new CallCounts());
    }

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
        UUID id = generator.nextUuid();
        try {
            return text.encode(id);
        } catch (IdsExhaustedException e) {
            throw counts.failed(e);
        }
    }

    @Override
    public String textOf(UUID uuid) {
        return text.encode(uuid);
    }

    @Override
    public UUID parseText(String given) {
        return text.decode(given);
    }

    @Override
    public int textLength() {
        return text.maxLength();
    }

    @Override
    public boolean isTextCaseSensitive() {
        return isTextCaseSensitive;
    }

    @Override
    public IdTraits traits() {
        return generator.traits();
    }

    @Override
    public IdStats stats() {
        return counts.addedTo(generator.stats());
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
