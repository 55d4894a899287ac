package io.distid.bench.throughput;

import io.distid.UuidGenerator;
import java.util.UUID;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Single ids of a UUID strategy, one generator shared by all threads. Run in a fork of its own by {@link ThroughputRun}. */
@State(Scope.Benchmark)
public class UuidThroughput {
    /** The strategy, as the SPI finds it. */
    @Param("")
    public String strategy = "";

    private UuidGenerator generator;

    /** Made by JMH. */
    public UuidThroughput() {}

    /** Opens the strategy with the settings that the parent left for it. */
    @Setup
    public void open() {
        generator = (UuidGenerator) ForkedSubject.open(strategy);
    }

    /**
     * One UUID.
     *
     * @return the UUID, so that making it cannot be optimised away
     */
    @Benchmark
    public UUID nextUuid() {
        return generator.nextUuid();
    }

    /** Closes the generator. */
    @TearDown
    public void close() {
        generator.close();
    }
}
