package io.distid.bench.history;

import io.distid.IdTraits;
import io.distid.LongIdGenerator;
import java.util.function.Supplier;

/**
 * Counters as they are often written, which lose counts as soon as two threads use one: controls, whose repeats the check for uniqueness must
 * find. No strategies: nobody can open one by a name.
 */
enum LosingCounter {
    /** A field that is not even shared for certain. */
    PLAIN("plain long", Plain::new),
    /** A field that all threads see, which makes {@code ++} no less of a read and a write. */
    VOLATILE("volatile long", Volatile::new);

    private final String title;
    private final Supplier<LongIdGenerator> make;

    LosingCounter(String title, Supplier<LongIdGenerator> make) {
        this.title = title;
        this.make = make;
    }

    /** What the report calls it. */
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
