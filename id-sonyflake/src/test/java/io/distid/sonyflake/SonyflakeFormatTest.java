package io.distid.sonyflake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SonyflakeFormatTest {
    private static final SonyflakeFormat FORMAT = SonyflakeFormat.DEFAULT;
    private static final Instant START = FORMAT.startTime();

    @Test
    void machineIdIsLowestAndTimeHighest() {
        long id = FORMAT.compose(START.plusMillis(70), 5, 9);

        assertThat(id).isEqualTo(7L << 24 | 5 << 16 | 9);
        assertThat(FORMAT.elapsedTime(id)).isEqualTo(Duration.ofMillis(70));
        assertThat(FORMAT.toInstant(id)).isEqualTo(START.plusMillis(70));
    }

    @Test
    void decomposeReturnsWhatWasComposed() {
        Random random = new Random(1);
        for (int i = 0; i < 100_000; i++) {
            SonyflakeId parts = new SonyflakeId(
                    START.plusMillis(10 * random.nextLong(1L << 39)), random.nextInt(256), random.nextInt(65_536));
            long id = FORMAT.compose(parts.time(), parts.sequence(), parts.machineId());

            assertThat(FORMAT.decompose(id)).isEqualTo(parts);
        }
    }

    @Test
    void fieldsMayHave30BitsOrNone() {
        for (int[] bits : new int[][] {{30, 0}, {0, 30}, {30, 1}}) {
            SonyflakeFormat format = new SonyflakeFormat(START, Duration.ofMillis(1), bits[0], bits[1]);
            SonyflakeId parts = new SonyflakeId(START.plusMillis(7), (1L << bits[0]) - 1, (1L << bits[1]) - 1);
            long id = format.compose(parts.time(), parts.sequence(), parts.machineId());
            assertThat(id).isEqualTo((8L << bits[0] + bits[1]) - 1);
            assertThat(format.decompose(id)).isEqualTo(parts);
        }
        assertThat(FORMAT.decompose(0)).isEqualTo(new SonyflakeId(START, 0, 0));
    }

    @Test
    void idsOfATickLieBetweenFirstAndLast() {
        Instant noon = Instant.parse("2026-01-01T12:00:00Z");
        long id = FORMAT.compose(noon.plusMillis(9), 255, 65_535);

        assertThat(FORMAT.firstIdAt(noon)).isLessThan(id);
        assertThat(FORMAT.lastIdAt(noon)).isEqualTo(id);
        assertThat(FORMAT.firstIdAt(noon.plusMillis(10))).isEqualTo(id + 1);
    }

    @Test
    void lastsFor174Years() {
        assertThat(FORMAT.ticks().endOfLife())
                .isBetween(Instant.parse("2188-01-01T00:00:00Z"), Instant.parse("2189-01-01T00:00:00Z"));
        assertThat(FORMAT.ticks().statesPerSecond()).isEqualTo(25_600);
    }

    @Test
    void outOfRangePartsAreRefusedWithTheirFigures() {
        assertThatThrownBy(() -> FORMAT.compose(START.minusMillis(1), 0, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("2014-08-31T23:59:59.999Z");
        assertThatThrownBy(() -> FORMAT.compose(START, 256, 0)).hasMessage("sequence is 256: must be from 0 to 255");
        assertThatThrownBy(() -> FORMAT.compose(START, 0, 65_536))
                .hasMessage("machine id is 65536: must be from 0 to 65535");
        assertThatThrownBy(() -> FORMAT.decompose(-1)).hasMessage("a Sonyflake id is not negative: -1");
    }
}
