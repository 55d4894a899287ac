package io.distid.internal.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The rule itself, which is a pure function. */
class CandidateTest {
    @ParameterizedTest(name = "{0}: word {1}/{2}, clock {3}, start {4} -> {5}/{6}")
    @CsvSource({
        "clock ahead: a new tick,             5, 3, 9, 0,  9, 0",
        "clock ahead: a new tick at random,   5, 3, 9, 7,  9, 7",
        "same tick: the next sequence,        9, 3, 9, 0,  9, 3",
        "same tick: start is already passed,  9, 8, 9, 7,  9, 8",
        "spent sequence: carry is kept,      10, 0, 9, 0, 10, 0",
        "clock set back,                      9, 3, 2, 0,  9, 3",
        "clock set back: start is not used,   9, 3, 2, 7,  9, 3",
        "clock before the epoch,              0, 1, -1, 0, 0, 1",
        "clock long before the epoch,         9, 3, -9223372036854775808, 7, 9, 3",
        "clock at the epoch,                  0, 0, 0, 0,  0, 0",
    })
    void nextStateIsTheGreaterOfClockAndWord(
            String what, long wordTick, long wordSequence, long clock, int first, long tick, long sequence) {
        assertThat(TickSequencer.candidate(wordTick << 4 | wordSequence, clock, 4, first))
                .as(what)
                .isEqualTo(tick << 4 | sequence);
    }

    @Test
    void clockBeyondEveryFormatDoesNotTurnTheSign() {
        for (int bits = 0; bits <= 31; bits++) {
            for (long tick : new long[] {Long.MAX_VALUE, Long.MAX_VALUE >> bits, Long.MAX_VALUE - 1}) {
                assertThat(TickSequencer.candidate(1, tick, bits, 0))
                        .as("tick %d, %d sequence bits", tick, bits)
                        .isEqualTo(Math.min(tick, Long.MAX_VALUE >> bits) << bits);
            }
        }
    }

    @Test
    void neverBelowTheWordAndNeverBehindTheClock() {
        SplittableRandom random = new SplittableRandom(7);
        for (int i = 0; i < 100_000; i++) {
            int bits = random.nextInt(32);
            long word = random.nextLong() >>> 1 + random.nextInt(62);
            long clock = random.nextLong() >> random.nextInt(63);
            int first = (int) random.nextLong(1L << bits);
            long candidate = TickSequencer.candidate(word, clock, bits, first);
            assertThat(candidate).isGreaterThanOrEqualTo(word);
            assertThat(candidate >>> bits).isGreaterThanOrEqualTo(Math.min(clock, Long.MAX_VALUE >> bits));
        }
    }
}
