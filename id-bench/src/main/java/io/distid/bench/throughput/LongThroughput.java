package io.distid.bench.throughput;

import io.distid.LongIdGenerator;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Single ids of a 63-bit strategy, one generator shared by all threads. Run in a fork of its own by {@link ThroughputRun}. */
@State(Scope.Benchmark)
public class LongThroughput {
    /** The strategy, as the SPI finds it. */
    @Param("")
    public String strategy = "";

    private LongIdGenerator generator;

    /** Made by JMH. */
    public LongThroughput() {}

    /** Opens the strategy with the settings that the parent left for it. */
    @Setup
    public void open() {
        generator = (LongIdGenerator) ForkedSubject.open(strategy);
    }

    /**
     * One id.
     *
     * @return the id, so that making it cannot be optimised away
     */
    @Benchmark
    public long nextId() {
        return generator.nextId();
    }

    /** Closes the generator. */
    @TearDown
    public void close() {
        generator.close();
    }
}
