package io.distid.bench.way;

import io.distid.IdGenerator;
import io.distid.IdTraits;
import io.distid.LongIdGenerator;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * Counters that repeat in one way each, and are right in all other ways. They are controls: every check must find their
 * repeats. They are not strategies and cannot be opened by name. Immutable.
 */
public enum PlantedRepeat {
    /** Issues each block twice. */
    BATCHES("generator whose batches repeat", Batches::new),
    /** Issues each text twice. */
    TEXTS("generator whose texts repeat", Texts::new),
    /** Batches are unique, and so are single ids; both count from 1. */
    ACROSS("generator whose batches repeat single ids", Across::new),
    /** A batch is claimed by a read and a write, between which another thread takes single ids of it. */
    THREADS("generator whose batches repeat under threads", Threads::new);

    private final String title;
    private final Supplier<Counter> make;

    PlantedRepeat(String title, Supplier<Counter> make) {
        this.title = title;
        this.make = make;
    }

    /** The name in a report, a noun; {@code uuids}: whether its ids are UUIDs. */
    public String title(boolean uuids) {
        return title + (uuids ? ", of UUIDs" : "");
    }

    /** A new counter; {@code uuids}: whether its ids are UUIDs. Safe for use by several threads, except for its repeats. */
    public IdGenerator open(boolean uuids) {
        Counter counter = make.get();
        return uuids ? new CountedAsUuids(counter) : counter;
    }

    /** A correct counter: each subclass breaks one way. */
    private abstract static class Counter implements LongIdGenerator {
        final AtomicLong last = new AtomicLong();

        @Override
        public long nextId() {
            return last.incrementAndGet();
        }

        @Override
        public void nextIds(long[] ids, int from, int to) {
            fill(ids, from, to, last.getAndAdd(to - from));
        }

        @Override
        public String nextText() {
            return Long.toString(nextId());
        }

        static void fill(long[] ids, int from, int to, long before) {
            for (int i = from; i < to; i++) {
                ids[i] = before + 1 + i - from;
            }
        }

        @Override
        public IdTraits traits() {
            return IdTraits.builder("planted").build();
        }

        @Override
        public void close() {}
    }

    private static final class Batches extends Counter {
        private long before = -1;

        @Override
        public synchronized void nextIds(long[] ids, int from, int to) {
            boolean again = before >= 0;
            before = again ? before : last.getAndAdd(to - from);
            fill(ids, from, to, before);
            if (again) {
                // The block is as long as the one before or longer, so some of its ids are new.
                last.accumulateAndGet(before + to - from, Math::max);
                before = -1;
            }
        }
    }

    private static final class Texts extends Counter {
        private long again;

        @Override
        public synchronized String nextText() {
            long id = again != 0 ? again : nextId();
            again = again != 0 ? 0 : id;
            return Long.toString(id);
        }
    }

    private static final class Across extends Counter {
        private final AtomicLong ofBatches = new AtomicLong();

        @Override
        public void nextIds(long[] ids, int from, int to) {
            fill(ids, from, to, ofBatches.getAndAdd(to - from));
        }
    }

    private static final class Threads extends Counter {
        @Override
        public synchronized void nextIds(long[] ids, int from, int to) {
            long before = last.get();
            fill(ids, from, to, before);
            // So that another thread comes in between on a single core, too.
            Thread.yield();
            last.accumulateAndGet(before + to - from, Math::max);
        }
    }
}
