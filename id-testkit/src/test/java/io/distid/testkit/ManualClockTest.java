package io.distid.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class ManualClockTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private final ManualClock clock = new ManualClock(START);

    @Test
    void standsStillUntilItIsMoved() {
        assertThat(clock.instant()).isEqualTo(START);
        assertThat(clock.millis()).isEqualTo(START.toEpochMilli());
        assertThat(clock.advance(Duration.ofMillis(5))).isEqualTo(START.plusMillis(5));
        assertThat(clock.millis()).isEqualTo(START.toEpochMilli() + 5);
        assertThat(clock.stepBack(Duration.ofHours(1)))
                .isEqualTo(START.plusMillis(5).minusSeconds(3600));
        clock.set(Instant.EPOCH);
        assertThat(clock.instant()).isEqualTo(Instant.EPOCH);
        assertThat(clock).hasToString("ManualClock[1970-01-01T00:00:00Z]");
    }

    @Test
    void negativeMoveIsRefused() {
        assertThatThrownBy(() -> clock.advance(Duration.ofNanos(-1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("duration must not be negative: PT-0.000000001S");
        assertThatThrownBy(() -> clock.stepBack(Duration.ofNanos(-1))).isInstanceOf(IllegalArgumentException.class);
        assertThat(clock.instant()).isEqualTo(START);
    }

    @Test
    void movesOfSeveralThreadsAddUp() {
        ConcurrentRunner.run(4, Duration.ofSeconds(20), thread -> {
            for (int i = 0; i < 10_000; i++) {
                clock.advance(Duration.ofMillis(2));
                clock.stepBack(Duration.ofMillis(1));
            }
            return true;
        });
        assertThat(clock.instant()).isEqualTo(START.plusMillis(40_000));
    }
}
