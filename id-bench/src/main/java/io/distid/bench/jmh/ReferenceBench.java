package io.distid.bench.jmh;

import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** What nothing of its kind can beat. */
@State(Scope.Benchmark)
public class ReferenceBench {
    private final AtomicLong counter = new AtomicLong();

    /** Made by JMH. */
    public ReferenceBench() {}

    /**
     * The limit of one shared counter.
     *
     * @return a number
     */
    @Benchmark
    public long atomicLong() {
        return counter.getAndIncrement();
    }

    /**
     * The limit of what reads the clock for each id.
     *
     * @return epoch ms
     */
    @Benchmark
    public long currentTimeMillis() {
        return System.currentTimeMillis();
    }

    /**
     * What the JDK has.
     *
     * @return a random UUID
     */
    @Benchmark
    public UUID randomUuid() {
        return UUID.randomUUID();
    }
}
