package io.distid.bench.subject;

import io.distid.BackendException;
import io.distid.IdKind;
import io.distid.LongIdGenerator;
import io.distid.Ordering;
import io.distid.spi.ConfigKey;
import io.distid.spi.IdConfig;
import io.distid.spi.IdGeneratorProvider;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongUnaryOperator;

/** Strategies that break their word in one way each, to show that the lab notices. */
public abstract sealed class BrokenProvider implements IdGeneratorProvider {
    private static final long NODE = 1L << 40;

    private final String name;

    private BrokenProvider(String name) {
        this.name = name;
    }

    /** The id of a generator's n-th call, from 1. */
    abstract LongUnaryOperator ids();

    @Override
    public String name() {
        return name;
    }

    @Override
    public IdKind kind() {
        return IdKind.LONG;
    }

    @Override
    public String summary() {
        return "broken on purpose";
    }

    @Override
    public List<ConfigKey> keys() {
        return List.of();
    }

    @Override
    public LongIdGenerator open(IdConfig config) {
        LongUnaryOperator ids = ids();
        AtomicLong calls = new AtomicLong();
        return new SuppliedIds(name, Ordering.PER_GENERATOR, () -> ids.applyAsLong(calls.incrementAndGet()));
    }

    /** Every node counts from 1. */
    public static final class Duplicates extends BrokenProvider {
        /** For ServiceLoader. */
        public Duplicates() {
            super("broken-duplicates");
        }

        @Override
        LongUnaryOperator ids() {
            return call -> call;
        }
    }

    /** Each node counts down, in numbers of its own. */
    public static final class Order extends BrokenProvider {
        private static final AtomicLong NODES = new AtomicLong();

        /** For ServiceLoader. */
        public Order() {
            super("broken-order");
        }

        @Override
        LongUnaryOperator ids() {
            long start = NODES.incrementAndGet() * NODE;
            return call -> start - call;
        }
    }

    /** Repeats in one way. Each node has numbers of its own. */
    abstract static sealed class Twice extends BrokenProvider {
        private static final int NODES = 1 << 22;

        private Twice(String name) {
            super(name);
        }

        @Override
        LongUnaryOperator ids() {
            // Nodes are processes, too, which share no counter.
            long start = ThreadLocalRandom.current().nextLong(1, NODES) * NODE;
            return call -> start + call;
        }
    }

    /** Its batches repeat, and nothing else. */
    public static final class Batches extends Twice {
        /** For ServiceLoader. */
        public Batches() {
            super("broken-batches");
        }

        @Override
        public LongIdGenerator open(IdConfig config) {
            return new RepeatedWay(super.open(config), true);
        }
    }

    /** Its texts repeat, and nothing else. */
    public static final class Texts extends Twice {
        /** For ServiceLoader. */
        public Texts() {
            super("broken-texts");
        }

        @Override
        public LongIdGenerator open(IdConfig config) {
            return new RepeatedWay(super.open(config), false);
        }
    }

    /** Returns 0 for want of anything better. */
    public static final class Zero extends BrokenProvider {
        /** For ServiceLoader. */
        public Zero() {
            super("broken-zero");
        }

        @Override
        LongUnaryOperator ids() {
            return call -> 0;
        }
    }

    /** Gives up after a thousand ids. */
    public static final class Throwing extends BrokenProvider {
        /** For ServiceLoader. */
        public Throwing() {
            super("broken-throws");
        }

        @Override
        LongUnaryOperator ids() {
            return call -> {
                if (call > 1000) {
                    throw new BackendException("the store at jdbc:mysql://db/x?password=hunter2 went away");
                }
                return call;
            };
        }
    }

    /** Keeps its word to the check and throws only after it, in the fork that measures. */
    public static final class ThrowingLater extends BrokenProvider {
        private static final AtomicLong NODES = new AtomicLong();

        /** For ServiceLoader. */
        public ThrowingLater() {
            super("broken-throws-later");
        }

        @Override
        LongUnaryOperator ids() {
            long start = NODES.incrementAndGet() * NODE;
            return call -> {
                if (call > 200_000) {
                    throw new BackendException("the store went away after 200000 ids");
                }
                return start + call;
            };
        }
    }
}
