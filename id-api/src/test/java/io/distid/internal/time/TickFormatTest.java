package io.distid.internal.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.distid.ConfigException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TickFormatTest {
    @ParameterizedTest
    @CsvSource({"0, 0", "9, 0", "10, 1", "19, 1", "-1, -1", "-10, -1", "-11, -2"})
    void ticksOfTenMillisecondsAreRoundedDown(long millis, long tick) {
        assertThat(new TickFormat(0, 10, 39, 8).tickAt(millis)).isEqualTo(tick);
        assertThat(new TickFormat(5_000, 10, 39, 8).tickAt(5_000 + millis)).isEqualTo(tick);
    }

    @Test
    void takesStatesApart() {
        TickFormat format = new TickFormat(1_000, 10, 39, 8);
        long state = 7L << 8 | 42;
        assertThat(format.tickOf(state)).isEqualTo(7);
        assertThat(format.sequenceOf(state)).isEqualTo(42);
        assertThat(format.startOf(7)).isEqualTo(1_070);
        assertThat(format.statesPerSecond()).isEqualTo(25_600);
        assertThat(format.epoch()).isEqualTo(Instant.ofEpochMilli(1_000));
    }

    @Test
    void endsBeforeTheLastTickSoThatNoStateTurnsTheSign() {
        TickFormat format = new TickFormat(0, 1, 41, 22);
        assertThat(format.endOfLife()).isEqualTo(Instant.ofEpochMilli((1L << 41) - 1));
        assertThat(format.end()).isPositive();
        assertThat(format.firstStateAfter(Long.MAX_VALUE)).isEqualTo(format.end());
    }

    @ParameterizedTest
    @CsvSource({"999, 0", "1000, 256", "1009, 256", "1010, 512", "-9223372036854775808, 0"})
    void firstStateAfterAStampLiesInTheNextTick(long stamp, long state) {
        assertThat(new TickFormat(1_000, 10, 39, 8).firstStateAfter(stamp)).isEqualTo(state);
    }

    @ParameterizedTest
    @CsvSource({
        "0,  1, 41, 23, 'time bits are 41 and sequence bits 23: time needs at least 1, sequence 0 to 31, and both together at most 63'",
        "0,  1,  0, 12, 'time bits are 0 and sequence bits 12: time needs at least 1, sequence 0 to 31, and both together at most 63'",
        "0,  1, 30, 32, 'time bits are 30 and sequence bits 32: time needs at least 1, sequence 0 to 31, and both together at most 63'",
        "0,  1, 30, -1, 'time bits are 30 and sequence bits -1: time needs at least 1, sequence 0 to 31, and both together at most 63'",
        "0,  0, 41, 12, 'tick is 0 ms: must be at least 1 ms'",
        "0, -1, 41, 12, 'tick is -1 ms: must be at least 1 ms'",
        "0, 10, 62,  0, '62 time bits of 10 ms reach beyond what a 64-bit clock can count'",
        "9, 1,  63,  0, '63 time bits of 1 ms reach beyond what a 64-bit clock can count'",
    })
    void badFiguresAreRefused(long epoch, long tick, int timeBits, int sequenceBits, String message) {
        assertThatExceptionOfType(ConfigException.class)
                .isThrownBy(() -> new TickFormat(epoch, tick, timeBits, sequenceBits))
                .withMessage(message);
    }

    @Test
    void ticksThatAreNotWholeMillisecondsAreRefused() {
        for (Duration tick : List.of(
                Duration.ZERO,
                Duration.ofMillis(-1),
                Duration.ofNanos(1_500_000),
                Duration.ofDays(36_500).plusMillis(1),
                Duration.ofSeconds(Long.MAX_VALUE))) {
            assertThatExceptionOfType(ConfigException.class)
                    .isThrownBy(() -> TickFormat.of(Instant.EPOCH, tick, 21, 12))
                    .withMessage("tick is " + tick + ": must be whole ms, from 1 ms to 36500 days");
        }
        assertThat(TickFormat.of(Instant.EPOCH, Duration.ofDays(36_500), 21, 12).tick())
                .isEqualTo(Duration.ofDays(36_500));
    }

    @Test
    void epochsThatNoClockCountsAreRefused() {
        for (Instant epoch :
                List.of(Instant.MIN, Instant.parse("0000-01-01T00:00:00Z").minusNanos(1), Instant.MAX)) {
            assertThatExceptionOfType(ConfigException.class)
                    .isThrownBy(() -> TickFormat.of(epoch, Duration.ofMillis(1), 41, 12))
                    .withMessage("epoch is " + epoch
                            + ": must be from 0000-01-01T00:00:00Z to 9999-12-31T23:59:59Z, and in the past");
        }
        assertThat(TickFormat.of(Instant.ofEpochMilli(7).plusNanos(999_999), Duration.ofMillis(1), 41, 12))
                .isEqualTo(new TickFormat(7, 1, 41, 12));
    }
}
