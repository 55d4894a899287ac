package io.distid.bench.throughput;

import io.distid.LongIdGenerator;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Calls for 63-bit ids of a subject at a fixed rate, one generator shared by all threads. Shared by all threads of a measurement. */
@State(Scope.Benchmark)
public class PacedCalls {
    /** The name of the subject. */
    @Param("")
    public String subject = "";

    private LongIdGenerator generator;

    /** Made by JMH. */
    public PacedCalls() {}

    /** Opens it with the settings that the lab left for it. */
    @Setup
    public void open() {
        generator = (LongIdGenerator) ForkedSubject.open(subject);
    }

    /**
     * One id.
     *
     * @param loop when the call is due
     * @return the id, so that making it cannot be optimised away
     */
    @Benchmark
    public long nextId(PacedLoop loop) {
        loop.await();
        long id = generator.nextId();
        loop.done();
        return id;
    }

    /** Closes what does not stay open. */
    @TearDown
    public void close() {
        ForkedSubject.measurementEnded();
    }
}
