package io.distid.sonyflake;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.testkit.FreshWorker;
import io.distid.testkit.ManualClock;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** What the original publishes about its ids, in its README and its tests. */
class PublishedBehaviourTest {
    private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");

    private final ManualClock clock = new ManualClock(NOW);

    private Sonyflake open(Duration unit) {
        return Sonyflake.builder()
                .startTime(NOW)
                .timeUnit(unit)
                .namespace("published")
                .clock(clock)
                .open(new FreshWorker(513));
    }

    @Test
    void firstIdAfterFiftyUnitsHasTheirTimeAndSequenceZero() {
        try (Sonyflake sonyflake = open(Duration.ofMillis(10))) {
            clock.advance(Duration.ofMillis(500));
            long id = sonyflake.nextId();

            assertThat(id).isEqualTo(50L << 24 | 513);
            assertThat(sonyflake.format().elapsedTime(id)).isEqualTo(Duration.ofMillis(500));
            assertThat(sonyflake.format().decompose(id)).isEqualTo(new SonyflakeId(NOW.plusMillis(500), 0, 513));
        }
    }

    @Test
    void sequenceRunsTo255AndTheNextTickBeginsAtZero() {
        try (Sonyflake sonyflake = open(Duration.ofMillis(10))) {
            clock.advance(Duration.ofMillis(10));
            for (int sequence = 0; sequence < 256; sequence++) {
                assertThat(sonyflake.nextId()).isEqualTo(1L << 24 | sequence << 16 | 513);
            }
            clock.advance(Duration.ofMillis(10));
            assertThat(sonyflake.nextId()).isEqualTo(2L << 24 | 513);
        }
    }

    @Test
    void idsNeitherLeadTheClockNorDecreaseWhileTicksAreSpent() {
        Instant start = Instant.now();
        try (Sonyflake sonyflake = Sonyflake.builder()
                .startTime(start)
                .timeUnit(Duration.ofMillis(1))
                // So few that a slow machine, too, spends a tick.
                .bitsSequence(4)
                .namespace("published")
                .open(new FreshWorker(513))) {
            long last = 0;
            long greatestSequence = 0;
            for (int drawn = 0; drawn < 1_600 || greatestSequence < 15; drawn++) {
                long id = sonyflake.nextId();
                assertThat(id).isGreaterThan(last);
                SonyflakeId parts = sonyflake.format().decompose(id);
                assertThat(parts.time()).isBeforeOrEqualTo(Instant.now());
                assertThat(parts.machineId()).isEqualTo(513);
                greatestSequence = Math.max(greatestSequence, parts.sequence());
                last = id;
            }
            assertThat(greatestSequence).isEqualTo(15);
        }
    }

    @Test
    void secondVersionCountsFrom2025() {
        long id = SonyflakeFormat.VERSION_2.compose(Instant.parse("2025-01-01T00:00:01Z"), 3, 4);

        assertThat(id).isEqualTo(100L << 24 | 3 << 16 | 4);
        assertThat(SonyflakeFormat.VERSION_2.toInstant(id)).isEqualTo(Instant.parse("2025-01-01T00:00:01Z"));
    }

    @Test
    void idsOfTheOriginalDecompose() {
        // By the original's arithmetic: (now - 2014-09-01) in units of 10 ms, sequence 7, machine id 0xC0DE.
        Instant at = Instant.parse("2024-02-29T12:34:56.780Z");
        long units = Duration.between(Instant.parse("2014-09-01T00:00:00Z"), at).toMillis() / 10;

        assertThat(SonyflakeFormat.DEFAULT.decompose(units * (1L << 24) + 7 * 65_536 + 0xC0DE))
                .isEqualTo(new SonyflakeId(at, 7, 0xC0DE));
    }
}
