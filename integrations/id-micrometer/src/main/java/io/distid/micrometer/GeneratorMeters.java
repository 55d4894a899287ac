package io.distid.micrometer;

import io.distid.IdGenerator;
import io.distid.IdStats;
import io.distid.SegmentStats;
import io.distid.WaitStats;
import io.distid.worker.LeaseHealth;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The meters of one generator in one registry, for the figures of its stats. For one thread.
 *
 * <p>Micrometer holds the generator weakly, and the functions strongly: so no function may capture it, nor this object.
 */
final class GeneratorMeters {
    private final MeterRegistry registry;
    private final StatsReading reading;
    private final IdGenerator generator;
    private final Tags tags;
    private final List<Meter> meters = new ArrayList<>();

    private GeneratorMeters(MeterRegistry registry, StatsReading reading, IdGenerator generator, Tags tags) {
        this.registry = registry;
        this.reading = reading;
        this.generator = generator;
        this.tags = tags;
    }

    /** Registers the meters, and returns them. */
    static List<Meter> register(MeterRegistry registry, StatsReading reading, IdGenerator generator, Tags tags) {
        GeneratorMeters all = new GeneratorMeters(registry, reading, generator, tags);
        IdStats stats = reading.lastKnown();
        all.calls(stats);
        if (stats.lease().flatMap(LeaseHealth::remaining).isPresent()) {
            all.lease();
        }
        if (stats.segment().isPresent()) {
            all.segment();
        }
        all.ids(stats);
        return all.meters;
    }

    private void calls(IdStats stats) {
        if (stats.lead().isPresent()) {
            time("distid.lead", "How far the next id's time leads the clock", now -> StatsReading.seconds(now.lead()));
        }
        if (stats.waits().isPresent()) {
            ToLongFunction<IdGenerator> nanos = reading.count(
                    now -> figure(now.waits(), waits -> waits.time().toNanos()));
            meters.add(FunctionTimer.builder(
                            "distid.waits",
                            generator,
                            reading.count(now -> figure(now.waits(), WaitStats::calls)),
                            nanos::applyAsLong,
                            TimeUnit.NANOSECONDS)
                    .description("Calls that had to wait for the clock, a renewal or a range, and how long")
                    .tags(tags)
                    .register(registry));
        }
        String failures = "Calls that failed, and background requests that found that the store had gone back";
        FailureType.KNOWN.forEach(type -> counter(
                "distid.failures",
                failures,
                tags.and("type", type.getSimpleName()),
                now -> FailureType.count(now, type)));
        counter("distid.failures", failures, tags.and("type", FailureType.OTHER), FailureType::countOther);
        if (stats.retries().isPresent()) {
            counter(
                    "distid.retries",
                    "Statements repeated, say after a deadlock",
                    tags,
                    now -> now.retries().orElse(0));
        }
    }

    private void lease() {
        time(
                "distid.lease.remaining",
                "How long ticks are reserved for; negative once the bound has passed",
                now -> StatsReading.seconds(now.lease().flatMap(LeaseHealth::remaining)));
        time(
                "distid.lease.reservation",
                "How far ahead of the clock a renewal moves the bound",
                now -> StatsReading.seconds(now.lease().map(LeaseHealth::reservation)));
        gauge(
                "distid.lease.held",
                "1 while the worker id is held, 0 once its lease is lost",
                "",
                now -> now.lease().map(lease -> lease.lost() ? 0.0 : 1.0).orElse(Double.NaN));
        String renewals = "Renewals of the lease";
        counter(
                "distid.lease.renewals",
                renewals,
                tags.and("result", "success"),
                now -> figure(now.lease(), LeaseHealth::renewals));
        counter(
                "distid.lease.renewals",
                renewals,
                tags.and("result", "failure"),
                now -> figure(now.lease(), LeaseHealth::renewalsFailed));
    }

    private void segment() {
        gauge("distid.segment.left", "Ids claimed and still to be issued", "ids", segment(SegmentStats::left));
        gauge("distid.segment.step", "Ids that the last claim took", "ids", segment(SegmentStats::step));
        time(
                "distid.segment.time.on.hand",
                "How long the ids on hand last at the rate they are issued; NaN if none were issued lately",
                segment(segment -> StatsReading.seconds(segment.timeOnHand())));
        String loads = "Claims of a segment";
        counter(
                "distid.segment.loads",
                loads,
                tags.and("result", "success"),
                now -> figure(now.segment(), SegmentStats::loads));
        counter(
                "distid.segment.loads",
                loads,
                tags.and("result", "failure"),
                now -> figure(now.segment(), SegmentStats::failures));
        counter(
                "distid.ids.burned",
                "Ids claimed that will never be issued",
                tags,
                now -> figure(now.segment(), SegmentStats::burned));
    }

    private void ids(IdStats stats) {
        String issued = "Ids issued";
        LongAdder count = count();
        if (count != null) {
            counter("distid.ids.issued", issued, tags, now -> count.sum());
        } else if (stats.segment().isPresent()) {
            counter("distid.ids.issued", issued, tags, now -> figure(now.segment(), SegmentStats::issued));
        }
        if (stats.idsLeft().isPresent()) {
            gauge(
                    "distid.ids.left",
                    "Ids that the store has left",
                    "",
                    now -> now.idsLeft().orElseThrow());
        }
    }

    /** The count of a counting generator; null for any other. */
    private @Nullable LongAdder count() {
        try {
            return generator.unwrap(Counted.class).count();
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private static ToDoubleFunction<IdStats> segment(ToDoubleFunction<SegmentStats> figure) {
        return now -> now.segment().map(figure::applyAsDouble).orElse(Double.NaN);
    }

    private static <T> long figure(Optional<T> of, ToLongFunction<T> figure) {
        return of.map(figure::applyAsLong).orElse(0L);
    }

    private void time(String name, String description, ToDoubleFunction<IdStats> seconds) {
        meters.add(TimeGauge.builder(name, generator, TimeUnit.SECONDS, reading.now(seconds))
                .description(description)
                .tags(tags)
                .register(registry));
    }

    private void gauge(String name, String description, String unit, ToDoubleFunction<IdStats> figure) {
        meters.add(Gauge.builder(name, generator, reading.now(figure))
                .description(description)
                .baseUnit(unit.isEmpty() ? null : unit)
                .tags(tags)
                .register(registry));
    }

    private void counter(String name, String description, Tags all, ToLongFunction<IdStats> figure) {
        meters.add(FunctionCounter.builder(name, generator, reading.count(figure)::applyAsLong)
                .description(description)
                .tags(all)
                .register(registry));
    }
}
