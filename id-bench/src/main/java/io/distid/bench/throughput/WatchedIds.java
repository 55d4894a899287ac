package io.distid.bench.throughput;

import io.distid.IdGenerator;
import io.distid.LongIdGenerator;
import io.distid.micrometer.CountedIds;
import io.distid.micrometer.DistidMetrics;
import io.micrometer.core.instrument.Measurement;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * 63-bit ids of a subject whose metrics are bound to a registry. All meters are read once a second, more often than by
 * Prometheus. Without a registry, the same ids are the comparison. One object is for use by all threads of a measurement, which share the generator; safe for use by several threads.
 */
@State(Scope.Benchmark)
public class WatchedIds {
    /** The name of the subject. */
    @Param("")
    public String subject = "";

    /** Whether its metrics are bound and read. */
    @Param("true")
    public boolean bound;

    /** Whether issued ids are counted, too. */
    @Param("false")
    public boolean counted;

    private @Nullable ScheduledExecutorService scrapes;
    private LongIdGenerator ids;

    /** Opens the subject with the lab's settings, and watches it if requested. */
    @Setup
    public void open() {
        LongIdGenerator opened = (LongIdGenerator) ForkedSubject.open(subject);
        ids = counted ? CountedIds.of(opened) : opened;
        if (bound) {
            watch(ids);
        }
    }

    private void watch(IdGenerator generator) {
        MeterRegistry registry = new SimpleMeterRegistry();
        new DistidMetrics().add(subject, generator).bindTo(registry);
        ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(work -> {
            Thread daemon = new Thread(work, "distid-bench-scrapes");
            daemon.setDaemon(true);
            return daemon;
        });
        thread.scheduleAtFixedRate(() -> scrape(registry), 0, 1, TimeUnit.SECONDS);
        scrapes = thread;
    }

    /** Reads all meters; returns the sum, so that reading cannot be optimised away. */
    private static double scrape(MeterRegistry registry) {
        double sum = 0;
        for (var meter : registry.getMeters()) {
            for (Measurement measurement : meter.measure()) {
                sum += measurement.getValue();
            }
        }
        return sum;
    }

    /** One id: the id, so that making it cannot be optimised away. */
    @Benchmark
    public long nextId() {
        return ids.nextId();
    }

    /** Notes the lead. */
    @TearDown(Level.Iteration)
    public void iterationEnded() {
        ForkedSubject.iterationEnded();
    }

    /** Ends the reading, and closes the generator, unless it stays open. */
    @TearDown
    public void close() {
        if (scrapes != null) {
            scrapes.shutdownNow();
        }
        ForkedSubject.measurementEnded();
    }
}
