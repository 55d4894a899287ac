package io.distid.bench.history;

import io.distid.IdTraits;
import io.distid.LongIdGenerator;
import io.distid.bench.subject.PeerLongGenerator;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Common wrong counters, which lose counts when two threads use them. They are controls: the check for uniqueness must
 * find their repeats. They are not strategies and cannot be opened by name.
 */
enum LosingCounter {
    /** Without guaranteed visibility between threads. */
    PLAIN("plain long", () -> {
        long[] last = new long[1];
        return () -> ++last[0];
    }),
    /** All threads see it, but {@code ++} is still a read and a write. */
    VOLATILE("volatile long", () -> {
        AtomicLong last = new AtomicLong();
        return () -> {
            long next = last.get() + 1;
            last.set(next);
            return next;
        };
    });

    /** The name in the report. */
    final String title;

    private final Supplier<LongSupplier> make;

    LosingCounter(String title, Supplier<LongSupplier> make) {
        this.title = title;
        this.make = make;
    }

    LongIdGenerator open() {
        return new PeerLongGenerator(make.get(), IdTraits.builder(title).build());
    }
}
