package io.distid.micrometer;

import io.distid.IdStats;
import io.distid.IdTraits;
import io.distid.UuidGenerator;
import java.util.UUID;
import java.util.concurrent.atomic.LongAdder;

/** A generator that counts the ids it returns. */
record CountedUuids(UuidGenerator generator, LongAdder count) implements UuidGenerator, Counted {

    @Override
    public UUID nextUuid() {
        UUID id = generator.nextUuid();
        count.increment();
        return id;
    }

    @Override
    public void nextUuids(long[] halves, int from, int to) {
        generator.nextUuids(halves, from, to);
        count.add((to - from) / 2);
    }

    @Override
    public String nextText() {
        String text = generator.nextText();
        count.increment();
        return text;
    }

    @Override
    public String textOf(UUID uuid) {
        return generator.textOf(uuid);
    }

    @Override
    public UUID parseText(String text) {
        return generator.parseText(text);
    }

    @Override
    public int textLength() {
        return generator.textLength();
    }

    @Override
    public boolean isTextCaseSensitive() {
        return generator.isTextCaseSensitive();
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
