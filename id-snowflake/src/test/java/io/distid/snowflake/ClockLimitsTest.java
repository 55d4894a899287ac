package io.distid.snowflake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.ClockBehindException;
import io.distid.internal.worker.LeaseResources;
import io.distid.internal.worker.LeasedSequencer;
import io.distid.testkit.FreshWorker;
import io.distid.testkit.ManualClock;
import io.distid.time.Parking;
import io.distid.worker.WorkerRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Twitter's and Leaf's answer to a clock set back, in time that passes only while a caller is parked. */
class ClockLimitsTest {
    private final ManualClock clock = new ManualClock(Instant.parse("2026-11-20T12:00:00Z"));
    private final AtomicInteger parks = new AtomicInteger();

    private Snowflake open(String rule) {
        SnowflakeLayout layout = SnowflakePreset.LEAF.layout();
        WorkerRequest request = new WorkerRequest(
                "rules", 1023, OptionalInt.empty(), Duration.ofSeconds(3), layout.fingerprint(), "test", clock);
        return LeaseResources.open(resources -> new Snowflake(
                layout,
                LeasedSequencer.open(
                        new FreshWorker(1),
                        request,
                        layout.format(),
                        SnowflakeProvider.rule(rule, layout.tick()),
                        Duration.ZERO,
                        new PassingTime(),
                        resources)));
    }

    @ParameterizedTest
    @CsvSource({"leaf, 5", "twitter, 1", "wait, 1000"})
    void clockThatFarBehindIsWaitedOut(String rule, int millis) {
        try (Snowflake snowflake = open(rule)) {
            Instant before = clock.instant();
            long last = snowflake.nextId();
            clock.stepBack(Duration.ofMillis(millis));
            long id = snowflake.nextId();
            assertThat(id).isEqualTo(last + 1);
            assertThat(clock.instant()).as("the clock once the id is issued").isEqualTo(before);
            assertThat(parks).hasPositiveValue();
        }
    }

    @ParameterizedTest
    @CsvSource({"leaf, 6", "twitter, 2", "wait, 1001"})
    void clockFurtherBehindIsAnErrorAtOnce(String rule, int millis) {
        try (Snowflake snowflake = open(rule)) {
            long last = snowflake.nextId();
            clock.stepBack(Duration.ofMillis(millis));
            assertThatThrownBy(snowflake::nextId)
                    .isInstanceOf(ClockBehindException.class)
                    .hasMessageContaining(millis + " ms behind");
            assertThat(parks).hasValue(0);
            clock.advance(Duration.ofMillis(millis));
            assertThat(snowflake.nextId()).isGreaterThan(last);
        }
    }

    /** A wait moves the clock by as long as it lasts. */
    private final class PassingTime implements Parking {
        private final AtomicLong elapsed = new AtomicLong();

        @Override
        public long nanoTime() {
            return elapsed.get();
        }

        @Override
        public void park(long nanos) {
            parks.incrementAndGet();
            elapsed.addAndGet(nanos);
            clock.advance(Duration.ofNanos(nanos));
        }
    }
}
