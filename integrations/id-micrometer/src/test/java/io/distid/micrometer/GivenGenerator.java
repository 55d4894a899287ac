package io.distid.micrometer;

import io.distid.BackendException;
import io.distid.IdStats;
import io.distid.IdTraits;
import io.distid.IdsExhaustedException;
import io.distid.LongIdGenerator;
import io.distid.SegmentStats;
import io.distid.WaitStats;
import io.distid.worker.LeaseHealth;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** A generator whose stats a test sets. Its ids are the numbers from 1. */
final class GivenGenerator implements LongIdGenerator {
    private static final Instant NOW = Instant.parse("2026-11-22T12:00:00Z");

    final AtomicInteger asked = new AtomicInteger();
    volatile Supplier<IdStats> stats;
    private long last;

    GivenGenerator(IdStats stats) {
        this.stats = () -> stats;
    }

    /** One that has all figures there are. */
    static GivenGenerator withAllFigures() {
        return new GivenGenerator(allFigures().build());
    }

    static IdStats.Builder allFigures() {
        return IdStats.builder()
                .lead(Duration.ofMillis(5))
                .waits(new WaitStats(2, Duration.ofMillis(1500)))
                .failures(Map.of(BackendException.class, 4L, IdsExhaustedException.class, 1L))
                .lease(lease(Duration.ofMillis(2500), false))
                .segment(segment(Duration.ofSeconds(40)))
                .retries(6)
                .idsLeft(8);
    }

    static LeaseHealth lease(Duration remaining, boolean lost) {
        return new LeaseHealth(7, NOW, NOW.plus(remaining), Duration.ofSeconds(3), NOW, 11, 3, lost, false);
    }

    static SegmentStats segment(Duration onHand) {
        return new SegmentStats("orders", 2000, 1900, 47.5, onHand, 2100, 13, 0, 2, 1, null);
    }

    @Override
    public long nextId() {
        return ++last;
    }

    @Override
    public IdStats stats() {
        asked.incrementAndGet();
        return stats.get();
    }

    @Override
    public IdTraits traits() {
        return IdTraits.builder("given").build();
    }

    @Override
    public void close() {
        stats = () -> allFigures().closed(true).build();
    }
}
