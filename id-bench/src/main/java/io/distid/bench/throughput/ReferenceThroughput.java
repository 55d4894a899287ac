package io.distid.bench.throughput;

import java.util.concurrent.atomic.AtomicLong;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * What no strategy of its kind can beat, measured in the same run so that others can be read as a ratio to it.
 *
 * <p>Neither goes through the SPI. Shared by all threads of a measurement, and safe for use by them.
 */
@State(Scope.Benchmark)
public class ReferenceThroughput {
    private final AtomicLong counter = new AtomicLong();

    /** The limit of one counter shared by all threads: the next number. */
    @Benchmark
    public long atomicLong() {
        return counter.getAndIncrement();
    }

    /** The limit of anything that reads the clock once for each id: epoch ms. */
    @Benchmark
    public long currentTimeMillis() {
        return System.currentTimeMillis();
    }
}
