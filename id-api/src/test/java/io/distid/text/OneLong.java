package io.distid.text;

import io.distid.IdTraits;
import io.distid.LongIdGenerator;

/** A generator of one id, over and over. */
final class OneLong implements LongIdGenerator {
    private final long id;
    private final IdTraits traits;
    boolean closed;

    OneLong() {
        this(42, 63);
    }

    OneLong(long id, int bits) {
        this.id = id;
        this.traits = IdTraits.builder("one").bits(bits).build();
    }

    @Override
    public long nextId() {
        return id;
    }

    @Override
    public IdTraits traits() {
        return traits;
    }

    @Override
    public void close() {
        closed = true;
    }
}
