package io.distid.bench.throughput;

import io.distid.UuidGenerator;
import java.util.UUID;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * 128-bit ids, one generator shared by all threads. Run in a JVM of its own by {@link ThroughputRun}. Shared by all threads of
 * a measurement.
 */
@State(Scope.Benchmark)
public class UuidThroughput {
    private static final int BATCH = 1024;

    /** The name of the row. */
    @Param("")
    public String subject = "";

    private UuidGenerator generator;

    /** The array for a thread's batches. For use by one thread: JMH makes one for each. */
    @State(Scope.Thread)
    public static class Halves {
        private final long[] array = new long[2 * BATCH];
    }

    /** Opens the generator with the settings of the parent. */
    @Setup
    public void open() {
        generator = (UuidGenerator) ForkedSubject.open(subject);
    }

    /** One UUID: the UUID, so that making it cannot be optimised away. */
    @Benchmark
    public UUID nextUuid() {
        return generator.nextUuid();
    }

    /** A batch of 1024, counted as 1024: the array, so that filling it cannot be optimised away. */
    @Benchmark
    @OperationsPerInvocation(BATCH)
    public long[] nextUuids(Halves halves) {
        generator.nextUuids(halves.array, 0, 2 * BATCH);
        return halves.array;
    }

    /** Notes the lead. */
    @TearDown(Level.Iteration)
    public void iterationEnded() {
        ForkedSubject.iterationEnded();
    }

    /** Closes the generator, unless it stays open. */
    @TearDown
    public void close() {
        ForkedSubject.measurementEnded();
    }
}
