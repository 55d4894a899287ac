package io.distid.bench.jmh;

import io.distid.snowflake.Snowflake;
import io.distid.snowflake.SnowflakeBuilder;
import io.distid.snowflake.SnowflakeLayout;
import io.distid.snowflake.SnowflakePreset;
import io.distid.testkit.FreshWorker;
import io.distid.time.ClockRule;
import io.distid.time.CoarseClock;
import io.distid.time.SequenceStart;
import java.time.Duration;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Snowflake at its cap, below it, and ahead of the clock. Each benchmark has a generator of its own. */
public class SnowflakeBench {
    static final int BATCH = 1024;

    private static final ClockRule AHEAD =
            new ClockRule(Duration.ofDays(3650), Duration.ofSeconds(1), SequenceStart.ZERO);

    /** Made by JMH. */
    public SnowflakeBench() {}

    /** The default: 4096 ids a ms, waiting at the cap. */
    @State(Scope.Benchmark)
    public static class Capped extends Opened {
        /** Made by JMH. */
        public Capped() {}

        @Override
        SnowflakeBuilder settings() {
            return Snowflake.builder();
        }
    }

    /** A layout with so many sequence bits that the cap is out of reach: what an id costs where nobody waits. */
    @State(Scope.Benchmark)
    public static class BelowCap extends Opened {
        /** Made by JMH. */
        public BelowCap() {}

        @Override
        SnowflakeBuilder settings() {
            SnowflakeLayout base = SnowflakePreset.DISTID.layout();
            return Snowflake.builder().layout(SnowflakeLayout.of(base.epoch(), base.tick(), 41, 0, 2, 20));
        }
    }

    /** Ids may lead the clock, which is read for each. */
    @State(Scope.Benchmark)
    public static class AheadExact extends Opened {
        /** Made by JMH. */
        public AheadExact() {}

        @Override
        SnowflakeBuilder settings() {
            return Snowflake.builder().rule(AHEAD);
        }
    }

    /** Ids may lead the clock, which is a field. */
    @State(Scope.Benchmark)
    public static class AheadCoarse extends Opened {
        /** Made by JMH. */
        public AheadCoarse() {}

        @Override
        SnowflakeBuilder settings() {
            return Snowflake.builder().rule(AHEAD).clock(CoarseClock.acquire());
        }
    }

    /** A thread's array. */
    @State(Scope.Thread)
    public static class Ids {
        final long[] ids = new long[BATCH];

        /** Made by JMH. */
        public Ids() {}
    }

    /** A generator for as long as a fork runs. */
    public abstract static class Opened {
        Snowflake ids;

        /** For the states above. */
        protected Opened() {}

        abstract SnowflakeBuilder settings();

        /** Opens the generator. */
        @Setup
        public void open() {
            ids = settings().open(new FreshWorker(1));
        }

        /** Closes it. */
        @TearDown
        public void close() {
            ids.close();
        }
    }

    /**
     * At the cap.
     *
     * @param state the generator
     * @return an id
     */
    @Benchmark
    public long capped(Capped state) {
        return state.ids.nextId();
    }

    /**
     * Below the cap.
     *
     * @param state the generator
     * @return an id
     */
    @Benchmark
    public long belowCap(BelowCap state) {
        return state.ids.nextId();
    }

    /**
     * Ahead of an exact clock.
     *
     * @param state the generator
     * @return an id
     */
    @Benchmark
    public long aheadExact(AheadExact state) {
        return state.ids.nextId();
    }

    /**
     * Ahead of a coarse clock.
     *
     * @param state the generator
     * @return an id
     */
    @Benchmark
    public long aheadCoarse(AheadCoarse state) {
        return state.ids.nextId();
    }

    /**
     * 1024 at once.
     *
     * @param state the generator
     * @param batch the array
     * @return the last id
     */
    @Benchmark
    @OperationsPerInvocation(BATCH)
    public long aheadBatch(AheadExact state, Ids batch) {
        state.ids.nextIds(batch.ids, 0, BATCH);
        return batch.ids[BATCH - 1];
    }
}
