package io.distid.bench.throughput;

import java.util.concurrent.atomic.AtomicLong;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * References that no strategy can beat. They are measured in the same run, so that other rates can be expressed as
 * ratios to them.
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
