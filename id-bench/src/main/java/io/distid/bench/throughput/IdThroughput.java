package io.distid.bench.throughput;

import io.distid.IdGenerator;
import io.distid.LongIdGenerator;
import io.distid.UuidGenerator;
import io.distid.bench.jvm.DaemonThreads;
import io.distid.micrometer.CountedIds;
import io.distid.micrometer.DistidMetrics;
import io.micrometer.core.instrument.Measurement;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Ids of one generator, on request with its metrics bound to a registry. Run in a JVM of its own by {@link ThroughputRun}.
 * Shared by all threads of a measurement.
 */
@State(Scope.Benchmark)
public class IdThroughput {
    private static final int BATCH = 1024;

    /** The name of the row. */
    @Param("")
    public String subject = "";

    /**
     * {@code watched} if metrics are bound, and all meters read once a second, more often than by Prometheus. {@code
     * counted} if issued 63-bit ids are counted, too.
     */
    @Param("not watched")
    public String metrics = "";

    private LongIdGenerator longs;
    private UuidGenerator uuids;
    private @Nullable ScheduledExecutorService scrapes;

    /** The array for a thread's batches. For use by one thread: JMH makes one for each. */
    @State(Scope.Thread)
    public static class Ids {
        private final long[] words = new long[2 * BATCH];
    }

    /** Opens the generator with the settings of the parent. */
    @Setup
    public void open() {
        IdGenerator opened = ForkedSubject.open(subject);
        if (opened instanceof UuidGenerator generator) {
            uuids = generator;
        } else {
            longs = metrics.equals("counted") ? CountedIds.of((LongIdGenerator) opened) : (LongIdGenerator) opened;
            opened = longs;
        }
        if (!metrics.equals("not watched")) {
            SimpleMeterRegistry registry = new SimpleMeterRegistry();
            new DistidMetrics().add(subject, opened).bindTo(registry);
            scrapes = Executors.newSingleThreadScheduledExecutor(DaemonThreads.named("distid-bench-scrapes"));
            scrapes.scheduleAtFixedRate(
                    () -> registry.getMeters().forEach(meter -> meter.measure().forEach(Measurement::getValue)),
                    0,
                    1,
                    TimeUnit.SECONDS);
        }
    }

    /** One id: the id, so that making it cannot be optimised away. */
    @Benchmark
    public long nextId() {
        return longs.nextId();
    }

    /** A batch of 1024, counted as 1024: the array, so that filling it cannot be optimised away. */
    @Benchmark
    @OperationsPerInvocation(BATCH)
    public long[] nextIds(Ids ids) {
        longs.nextIds(ids.words, 0, BATCH);
        return ids.words;
    }

    /** One UUID: the UUID, so that making it cannot be optimised away. */
    @Benchmark
    public UUID nextUuid() {
        return uuids.nextUuid();
    }

    /** A batch of 1024 UUIDs, as {@link #nextIds}. */
    @Benchmark
    @OperationsPerInvocation(BATCH)
    public long[] nextUuids(Ids ids) {
        uuids.nextUuids(ids.words, 0, 2 * BATCH);
        return ids.words;
    }

    /** Notes the lead. */
    @TearDown(Level.Iteration)
    public void iterationEnded() {
        ForkedSubject.iterationEnded();
    }

    /** Ends the reading of meters, and closes the generator, unless it stays open. */
    @TearDown
    public void close() {
        if (scrapes != null) {
            scrapes.shutdownNow();
        }
        ForkedSubject.measurementEnded();
    }
}
