package io.distid.bench.history;

import io.distid.IdTraits;
import io.distid.LongIdGenerator;
import java.util.function.Supplier;

/**
 * Common wrong counters, which lose counts when two threads use them. They are controls: the check for uniqueness must
 * find their repeats. They are not strategies and cannot be opened by name.
 */
enum LosingCounter {
    /** A field without guaranteed visibility between threads. */
    PLAIN("plain long", Plain::new),
    /** A field that all threads see. Its {@code ++} is still a read and a write. */
    VOLATILE("volatile long", Volatile::new);

    private final String title;
    private final Supplier<LongIdGenerator> make;

    LosingCounter(String title, Supplier<LongIdGenerator> make) {
        this.title = title;
        this.make = make;
    }

    /** The name in the report. */
    String title() {
        return title;
    }

    LongIdGenerator open() {
        return make.get();
    }

    private static final class Plain implements LongIdGenerator {
        private long last;

        @Override
        public long nextId() {
            return ++last;
        }

        @Override
        public IdTraits traits() {
            return IdTraits.builder(PLAIN.title).build();
        }

        @Override
        public void close() {}
    }

    private static final class Volatile implements LongIdGenerator {
        private volatile long last;

        @Override
        @SuppressWarnings("NonAtomicOperationOnVolatileField") // That is the control.
        public long nextId() {
            return ++last;
        }

        @Override
        public IdTraits traits() {
            return IdTraits.builder(VOLATILE.title).build();
        }

        @Override
        public void close() {}
    }
}
