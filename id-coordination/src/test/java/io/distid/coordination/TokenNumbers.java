package io.distid.coordination;

import io.distid.IdTraits;
import io.distid.LongIdGenerator;
import io.distid.Ordering;
import io.distid.Safety;
import java.util.concurrent.atomic.AtomicLong;

/** Tokens that tests can set back. */
final class TokenNumbers implements LongIdGenerator {
    final AtomicLong last = new AtomicLong();
    volatile boolean closed;

    @Override
    public long nextId() {
        return last.incrementAndGet();
    }

    @Override
    public IdTraits traits() {
        return IdTraits.builder("numbers")
                .bits(63)
                .ordering(Ordering.GLOBAL)
                .safety(Safety.STORED)
                .build();
    }

    @Override
    public void close() {
        closed = true;
    }
}
