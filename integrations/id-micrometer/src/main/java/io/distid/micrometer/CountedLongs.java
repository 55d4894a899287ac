package io.distid.micrometer;

import io.distid.IdStats;
import io.distid.IdTraits;
import io.distid.LongIdGenerator;
import java.util.concurrent.atomic.LongAdder;

/** A generator that counts the ids it returns. */
record CountedLongs(LongIdGenerator generator, LongAdder count) implements LongIdGenerator, Counted {

    @Override
    public long nextId() {
        long id = generator.nextId();
        count.increment();
        return id;
    }

    @Override
    public void nextIds(long[] ids, int from, int to) {
        generator.nextIds(ids, from, to);
        count.add(to - from);
    }

    @Override
    public String nextText() {
        String text = generator.nextText();
        count.increment();
        return text;
    }

    @Override
    public String textOf(long id) {
        return generator.textOf(id);
    }

    @Override
    public long parseText(String text) {
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
