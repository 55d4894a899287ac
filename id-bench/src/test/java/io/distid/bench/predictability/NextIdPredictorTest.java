package io.distid.bench.predictability;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.bench.subject.IdTime;
import java.util.Random;
import org.junit.jupiter.api.Test;

class NextIdPredictorTest {
    private static final int WORKER = 7 << 12;
    private static final IdTime SNOWFLAKE = (high, low) -> low >>> 22;
    private static final IdTime TENS_OF_MILLIS_MACHINE_LOWEST = (high, low) -> 10 * (low >>> 24);
    private static final IdTime V7 = (high, low) -> high >>> 16;

    private final Random random = new Random(3);
    private final ObservedIds ids = new ObservedIds();

    @Test
    void aCounterIsGuessedEveryTime() {
        for (int i = 0; i < 100; i++) {
            ids.add(0, 1000 + i, 0);
        }
        assertThat(new NextIdPredictor(ids, null).share()).isEqualTo(1);
    }

    @Test
    void aCounterOf128BitsIsGuessedOverTheBorderOfItsHalves() {
        for (int i = -50; i < 50; i++) {
            ids.add(i < 0 ? 4 : 5, i, 0);
        }
        assertThat(new NextIdPredictor(ids, null).share()).isEqualTo(1);
    }

    @Test
    void snowflakesThatComeSinglyAreGuessedWithinFourTicks() {
        long tick = 1_000_000;
        for (int i = 0; i < 1000; i++) {
            tick += 1 + random.nextInt(4);
            ids.add(0, tick << 22 | WORKER, 0);
        }
        assertThat(new NextIdPredictor(ids, SNOWFLAKE).share()).isEqualTo(1);
        assertThat(new NextIdPredictor(ids, null).share())
                .as("without knowing the format")
                .isGreaterThan(0.9);
    }

    @Test
    void snowflakesThatComeRarelyAreNotGuessedButByChance() {
        long tick = 1_000_000;
        for (int i = 0; i < 1000; i++) {
            tick += 1000 + random.nextInt(100_000);
            ids.add(0, tick << 22 | WORKER, 0);
        }
        assertThat(new NextIdPredictor(ids, SNOWFLAKE).share()).isLessThan(0.01);
    }

    @Test
    void sequenceThatStartsAgainEachTickIsGuessedAtAnyPoint() {
        for (int tick = 1_000_000; tick < 1_000_300; tick++) {
            for (int sequence = 0; sequence < 3; sequence++) {
                ids.add(0, (long) tick << 24 | sequence << 16 | 513, 0);
            }
        }
        assertThat(new NextIdPredictor(ids, TENS_OF_MILLIS_MACHINE_LOWEST).share())
                .isEqualTo(1);
    }

    @Test
    void randomTailsAreNotGuessed() {
        for (int i = 0; i < 1000; i++) {
            ids.add((1_700_000_000_000L + i) << 16 | 0x7000 | random.nextInt(4096), random.nextLong(), 0);
        }
        assertThat(new NextIdPredictor(ids, V7).share()).isZero();
    }

    @Test
    void fourIdsLeaveNothingToGuess() {
        for (int i = 1; i <= 4; i++) {
            ids.add(0, i, 0);
        }
        assertThat(new NextIdPredictor(ids, null).share()).isZero();
    }
}
