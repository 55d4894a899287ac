package io.distid.text;

import io.distid.IdStats;
import io.distid.IdTraits;
import io.distid.IdsExhaustedException;
import io.distid.LongIdGenerator;
import io.distid.internal.CallCounts;

/**
 * A generator whose {@code nextText} takes another form.
 *
 * @param counts the failures that the other generator does not count
 */
record TextLongGenerator(LongIdGenerator generator, LongText text, boolean isTextCaseSensitive, CallCounts counts)
        implements LongIdGenerator {
    TextLongGenerator(LongIdGenerator generator, LongText text, boolean isTextCaseSensitive) {
        this(generator, text, isTextCaseSensitive, new CallCounts());
    }

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
        // Outside of the try block, since the generator counts its own failures.
        long id = generator.nextId();
        try {
            return text.encode(id);
        } catch (IdsExhaustedException e) {
            throw counts.failed(e);
        } catch (IllegalArgumentException e) {
            throw counts.failed(new IdsExhaustedException(
                    e.getMessage()
                            + ", which is the width that text=padded has: it is not issued; take a greater width",
                    e));
        }
    }

    @Override
    public String textOf(long id) {
        if (id == 0) {
            throw new IllegalArgumentException("id is 0: must be 1 or more");
        }
        return text.encode(id);
    }

    @Override
    public long parseText(String given) {
        long id = text.decode(given);
        if (id == 0) {
            throw new IllegalArgumentException(TextCodec.shown(given) + " stands for 0: must be 1 or more");
        }
        return id;
    }

    @Override
    public int textLength() {
        return text.maxLength(generator.traits().bits());
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
