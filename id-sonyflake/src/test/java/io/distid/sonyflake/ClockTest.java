package io.distid.sonyflake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.distid.ClockBehindException;
import io.distid.IdGenerators;
import io.distid.testkit.FreshWorker;
import io.distid.testkit.ManualClock;
import io.distid.time.ClockLimits;
import io.distid.time.SequenceStart;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ids that lead the clock, and what an id costs. */
class ClockTest {
    private final ManualClock clock = new ManualClock(Instant.parse("2026-11-20T12:00:00Z"));

    @ParameterizedTest
    @CsvSource({"wait, 0", "original, 2000"})
    void ruleIsChosenByName(String rule, long leadMillis) {
        Map<String, String> config = Map.of(
                "rule", rule, "max-wait", "0ms", "worker", "fixed", "worker.id", "1", "namespace", "rule-" + rule);
        try (Sonyflake sonyflake = (Sonyflake) IdGenerators.openLong("sonyflake", config)) {
            long[] batch = new long[10_000];
            ClockBehindException end = catchThrowableOfType(ClockBehindException.class, () -> {
                while (true) {
                    sonyflake.nextIds(batch, 0, batch.length);
                }
            });
            assertThat(Duration.between(end.clockTime(), end.idTime()))
                    .isBetween(Duration.ofMillis(leadMillis), Duration.ofMillis(leadMillis + 50));
        }
    }

    @Test
    void originalGoesOnWithinItsLeadAndFailsBeyondItsWait() {
        try (Sonyflake sonyflake = Sonyflake.builder()
                .namespace("clock")
                .clock(clock)
                .rule(ClockLimits.SONYFLAKE)
                .open(new FreshWorker(1))) {
            long before = sonyflake.nextId();
            clock.stepBack(Duration.ofSeconds(2));
            assertThat(sonyflake.nextId()).isEqualTo(before + (1 << 16));
            assertThat(sonyflake.lead()).isEqualTo(Duration.ofSeconds(2));
            clock.stepBack(Duration.ofHours(8));
            assertThatThrownBy(sonyflake::nextId)
                    .isInstanceOf(ClockBehindException.class)
                    .hasMessageContaining("allowed are a lead of 2000 ms and a wait of 1000 ms");
        }
    }

    @Test
    void noIdAllocates() {
        ClockLimits leading = new ClockLimits(Duration.ofHours(1), Duration.ofSeconds(1), SequenceStart.ZERO);
        var bean = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        try (Sonyflake sonyflake =
                Sonyflake.builder().namespace("clock").rule(leading).open(new FreshWorker(1))) {
            long[] batch = new long[64];
            draw(sonyflake, batch);
            // What the JVM itself allocates at times on this thread is no cost of an id: up to five measurements.
            long least = Long.MAX_VALUE;
            for (int i = 0; i < 5 && least >= 10_000; i++) {
                long before = bean.getCurrentThreadAllocatedBytes();
                draw(sonyflake, batch);
                least = Math.min(least, bean.getCurrentThreadAllocatedBytes() - before);
            }
            assertThat(least).as("bytes allocated for 1,650,000 ids").isLessThan(10_000);
        }
    }

    private static void draw(Sonyflake sonyflake, long[] batch) {
        for (int i = 0; i < 50_000; i++) {
            sonyflake.nextId();
            if (i % 2 == 0) {
                sonyflake.nextIds(batch, 0, batch.length);
            }
        }
    }
}
