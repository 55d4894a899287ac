package io.distid.bench.jmh;

import io.distid.IdGenerators;
import io.distid.LongIdGenerator;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Sonyflake at its cap, and past it with a lead beside Snowflake with the same lead.
 *
 * <p>At the cap {@code ids} must be 25,600 a second at 1, 2 and 8 threads ({@code -t}), and {@code cpuNanos} below 100,000,000 a
 * second: a tenth of one core. {@code -prof gc} shows what an id allocates.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 3, time = 4)
@Fork(1)
public class SonyflakeBench {
    private static final String LEAD = "365d";

    /** The strategy, and whether its ids may lead the clock. */
    @Param({"sonyflake", "sonyflake-leading", "snowflake-leading"})
    public String subject = "";

    private LongIdGenerator generator;

    /** Made by JMH. */
    public SonyflakeBench() {}

    /** CPU time of the threads that draw ids. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.OPERATIONS)
    public static class Cpu {
        private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

        /** Of this thread, in this iteration. */
        public long cpuNanos;

        private long since;

        /** Made by JMH. */
        public Cpu() {}

        /** Begins to count. */
        @Setup(Level.Iteration)
        public void start() {
            since = THREADS.getCurrentThreadCpuTime();
        }

        /** Ends counting. */
        @TearDown(Level.Iteration)
        public void end() {
            cpuNanos = THREADS.getCurrentThreadCpuTime() - since;
        }
    }

    /** Opens the generator. */
    @Setup
    public void open() {
        String[] words = subject.split("-");
        Map<String, String> config = new HashMap<>(Map.of("worker", "fixed", "worker.id", "1"));
        if (words.length > 1) {
            config.put("max-lead", LEAD);
        }
        generator = IdGenerators.openLong(words[0], config);
    }

    /**
     * One id.
     *
     * @param cpu counts CPU time
     * @return the id, so that making it cannot be optimised away
     */
    @Benchmark
    public long ids(Cpu cpu) {
        return generator.nextId();
    }

    /** Closes the generator. */
    @TearDown
    public void close() {
        generator.close();
    }
}
