package io.distid.text;

import io.distid.IdStats;
import io.distid.IdTraits;
import io.distid.IdsExhaustedException;
import io.distid.LongIdGenerator;

/** A generator whose {@code nextText} takes another form. */
record TextLongGenerator(LongIdGenerator generator, LongText text) implements LongIdGenerator {

    @Override
    public long nextId() {
        return generator.nextId();
    }

    @Override
    public void nextIds(long[] ids, int from, int to) {
        generator.nextIds(ids, from, to);
    }

    @Override
    public String nextText() {
        try {
            return text.encode(generator.nextId());
        } catch (IllegalArgumentException e) {
            throw new IdsExhaustedException(
                    e.getMessage()
                            + ", which is the width that text=padded has: it is not issued; take a greater width",
                    e);
        }
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
