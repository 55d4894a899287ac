package io.distid.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.BackendException;
import io.distid.IdStats;
import io.distid.SegmentStats;
import io.distid.WaitStats;
import io.distid.worker.LeaseHealth;
import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Measurement;
import io.micrometer.core.instrument.step.StepMeterRegistry;
import io.micrometer.core.instrument.step.StepRegistryConfig;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What registries have that push by how much a counter rose since they did so last. */
class StepsTest {
    private static final Duration STEP = Duration.ofMinutes(1);

    private final ManualTime time = new ManualTime();
    private final StepRegistry registry = new StepRegistry(time);
    private final GivenGenerator generator = GivenGenerator.withAllFigures();
    private final DistidMetrics metrics = new DistidMetrics(time::monotonicTime);

    @AfterEach
    void closeRegistry() {
        registry.close();
    }

    /** As beans are of the starters, whose reopen leaves the object that was injected, and its meters, in place. */
    @Test
    void generatorReopenedBehindTheSameObjectGivesNoStepBelowZero() {
        metrics.add("orders", generator).bindTo(registry);
        nextStep();
        assertThat(retries()).isEqualTo(6);

        time.nanos += StatsReading.KEPT.toNanos();
        generator.stats = () -> begunAnew(1);
        nextStep();
        assertThat(retries()).isEqualTo(1);
        assertNoStepIsBelowZero();

        time.nanos += StatsReading.KEPT.toNanos();
        generator.stats = () -> begunAnew(4);
        nextStep();
        assertThat(retries()).isEqualTo(3);
        assertNoStepIsBelowZero();
    }

    @Test
    void countThatWasPassedByTheNewOneIsLeftAsItIs() {
        metrics.add("orders", generator).bindTo(registry);
        nextStep();
        time.nanos += StatsReading.KEPT.toNanos();
        generator.stats = () -> begunAnew(8);
        nextStep();
        assertThat(retries()).isEqualTo(2);
        assertNoStepIsBelowZero();
    }

    /** Ids that a close burns and then gives back to the store. */
    @Test
    void countThatFallsByItselfIsNotCountedOnceMore() {
        metrics.add("orders", generator).bindTo(registry);
        nextStep();
        assertThat(burned()).isEqualTo(13);
        time.nanos += StatsReading.KEPT.toNanos();
        generator.stats = () -> withBurned(10);
        nextStep();
        assertThat(burned()).isZero();
        time.nanos += StatsReading.KEPT.toNanos();
        generator.stats = () -> withBurned(15);
        nextStep();
        assertThat(burned()).isEqualTo(2);
        assertNoStepIsBelowZero();
    }

    private static IdStats begunAnew(long retries) {
        Instant now = Instant.parse("2026-11-22T12:00:00Z");
        Duration reservation = Duration.ofSeconds(3);
        return IdStats.builder()
                .waits(new WaitStats(1, Duration.ofMillis(1)))
                .failures(Map.of(BackendException.class, 1L))
                .lease(new LeaseHealth(7, now, now.plus(reservation), reservation, now, 1, 0, false, false))
                .segment(new SegmentStats("orders", 2000, 2000, 0, null, 0, 0, 0, 1, 0, null))
                .retries(retries)
                .build();
    }

    private static IdStats withBurned(long burned) {
        return GivenGenerator.allFigures()
                .segment(new SegmentStats("orders", 2000, 1900, 47.5, null, 2100, burned, 0, 2, 1, null))
                .build();
    }

    private void nextStep() {
        read();
        time.nanos += STEP.toNanos();
        read();
    }

    private void read() {
        registry.getMeters().forEach(meter -> meter.measure().forEach(Measurement::getValue));
    }

    private double retries() {
        return registry.get("distid.retries").functionCounter().count();
    }

    private double burned() {
        return registry.get("distid.ids.burned").functionCounter().count();
    }

    private void assertNoStepIsBelowZero() {
        assertThat(registry.getMeters())
                .filteredOn(meter -> meter instanceof FunctionCounter || meter instanceof FunctionTimer)
                .isNotEmpty()
                .allSatisfy(
                        meter -> assertThat(StreamSupport.stream(meter.measure().spliterator(), false))
                                .as(meter.getId().toString())
                                .allMatch(measurement -> measurement.getValue() >= 0));
    }

    private static final class ManualTime implements Clock {
        private long nanos = STEP.toNanos();

        @Override
        public long wallTime() {
            return TimeUnit.NANOSECONDS.toMillis(nanos);
        }

        @Override
        public long monotonicTime() {
            return nanos;
        }
    }

    private static final class StepRegistry extends StepMeterRegistry {
        StepRegistry(Clock clock) {
            super(new MinuteSteps(), clock);
        }

        @Override
        protected void publish() {}

        @Override
        protected TimeUnit getBaseTimeUnit() {
            return TimeUnit.SECONDS;
        }
    }

    private record MinuteSteps() implements StepRegistryConfig {
        @Override
        public String prefix() {
            return "steps";
        }

        @Override
        public @Nullable String get(String key) {
            return null;
        }

        @Override
        public Duration step() {
            return STEP;
        }
    }
}
