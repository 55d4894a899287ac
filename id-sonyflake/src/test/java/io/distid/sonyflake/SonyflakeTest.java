package io.distid.sonyflake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.ClockBehindException;
import io.distid.ConfigException;
import io.distid.IdGenerators;
import io.distid.LongIdGenerator;
import io.distid.testkit.FreshWorker;
import io.distid.testkit.ManualClock;
import io.distid.time.ClockLimits;
import io.distid.time.SequenceStart;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SonyflakeTest {
    private final ManualClock clock = new ManualClock(Instant.parse("2026-11-20T12:00:00Z"));

    @Test
    void idsCarryTimeSequenceAndMachine() {
        try (Sonyflake sonyflake =
                Sonyflake.builder().namespace("manual").clock(clock).open(new FreshWorker(513))) {
            SonyflakeId first = SonyflakeFormat.DEFAULT.decompose(sonyflake.nextId());
            SonyflakeId second = SonyflakeFormat.DEFAULT.decompose(sonyflake.nextId());

            assertThat(first).isEqualTo(new SonyflakeId(clock.instant(), 0, 513));
            assertThat(second).isEqualTo(new SonyflakeId(clock.instant(), 1, 513));
        }
    }

    @Test
    void aSpentTickFailsWhereNoWaitIsAllowed() {
        ClockLimits strict = new ClockLimits(Duration.ZERO, Duration.ZERO, SequenceStart.ZERO);
        try (Sonyflake sonyflake = Sonyflake.builder()
                .namespace("manual")
                .clock(clock)
                .rule(strict)
                .open(new FreshWorker(1))) {
            sonyflake.nextIds(new long[256], 0, 256);

            assertThatThrownBy(sonyflake::nextId).isInstanceOf(ClockBehindException.class);
            clock.advance(Duration.ofMillis(10));
            assertThat(SonyflakeFormat.DEFAULT.toInstant(sonyflake.nextId())).isEqualTo(clock.instant());
        }
    }

    @Test
    void idsKeepIncreasingWhenClockStepsBackWithinTheLead() {
        ClockLimits leading = new ClockLimits(Duration.ofHours(2), Duration.ZERO, SequenceStart.ZERO);
        try (Sonyflake sonyflake = Sonyflake.builder()
                .namespace("manual")
                .clock(clock)
                .rule(leading)
                .open(new FreshWorker(1))) {
            long before = sonyflake.nextId();
            clock.stepBack(Duration.ofHours(1));

            assertThat(sonyflake.nextId()).isGreaterThan(before);
            assertThat(sonyflake.lead()).isEqualTo(Duration.ofHours(1));
        }
    }

    @Test
    void secondGeneratorOnOneMachineIdIsRefusedUntilTheFirstIsClosed() {
        Map<String, String> config = Map.of("worker", "fixed", "worker.id", "77", "namespace", "twice");
        try (LongIdGenerator first = IdGenerators.openLong("sonyflake", config)) {
            assertThat(first.nextId()).isPositive();
            assertThatThrownBy(() -> IdGenerators.openLong("sonyflake", config))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining(
                            "worker id 77 of namespace \"twice\" is in use by another generator of this process");
        }
        IdGenerators.openLong("sonyflake", config).close();
    }

    @Test
    void startTimeAheadOfTheClockIsRefused() {
        clock.set(Instant.parse("2014-08-31T00:00:00Z"));

        assertThatThrownBy(() ->
                        Sonyflake.builder().namespace("manual").clock(clock).open(new FreshWorker(1)))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("2014-09-01T00:00:00Z")
                .hasMessageContaining("2014-08-31T00:00:00Z");
    }
}
