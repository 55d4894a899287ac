package io.distid.internal.time;

import static io.distid.internal.time.Rules.EPOCH;
import static io.distid.internal.time.Rules.SMALL;
import static io.distid.internal.time.Rules.WIDE;
import static io.distid.internal.time.Rules.rule;
import static io.distid.internal.time.Rules.sequencer;
import static io.distid.internal.time.Rules.small;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.distid.ClockBehindException;
import io.distid.time.ClockLimits;
import java.time.Duration;
import java.util.Arrays;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BatchTest {
    @Test
    void claimTakesConsecutiveStatesInOneStep() {
        VirtualTime time = new VirtualTime(EPOCH + 7);
        TickSequencer sequencer = sequencer(SMALL, rule(0, 10), time);
        assertThat(sequencer.claim(3)).isEqualTo(small(7, 0));
        assertThat(sequencer.next()).isEqualTo(small(7, 3));
    }

    @Test
    void claimThatCrossesIntoTheNextTickWaitsForIt() {
        VirtualTime time = new VirtualTime(EPOCH + 7);
        TickSequencer sequencer = sequencer(SMALL, rule(0, 10), time);
        sequencer.claim(3);
        assertThat(sequencer.claim(3)).isEqualTo(small(7, 3));
        assertThat(time.millis()).isEqualTo(EPOCH + 8);
        assertThat(sequencer.next()).isEqualTo(small(8, 2));
    }

    @Test
    void claimMayTakeAllThatTheLeadAllowsAndNoMore() {
        VirtualTime time = new VirtualTime(EPOCH + 7);
        TickSequencer sequencer = sequencer(SMALL, rule(2, 10), time);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> sequencer.claim(13))
                .withMessage("count must be from 1 to 12, the states of a tick and of the lead: 13");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> sequencer.claim(0))
                .withMessage("count must be from 1 to 12, the states of a tick and of the lead: 0");
        assertThat(sequencer.claim(12)).isEqualTo(small(7, 0));
        assertThat(time.millis()).as("no wait within the lead").isEqualTo(EPOCH + 7);
        assertThat(sequencer.next()).isEqualTo(small(10, 0));
        assertThat(time.millis()).as("a wait beyond it").isEqualTo(EPOCH + 8);
    }

    @Test
    void fillRunsThroughAsManyTicksAsItNeeds() {
        VirtualTime time = new VirtualTime(EPOCH + 7);
        TickSequencer sequencer = sequencer(SMALL, rule(0, 10), time);
        long[] states = new long[23];
        sequencer.fill(states, 2, 22);
        assertThat(Arrays.copyOfRange(states, 2, 22))
                .containsExactly(LongStream.range(small(7, 0), small(12, 0)).toArray());
        assertThat(new long[] {states[0], states[1], states[22]}).containsOnly(0);
        assertThat(time.millis()).isEqualTo(EPOCH + 11);
    }

    @Test
    void fillStopsAtTheLeadAndGoesOnWithTheClock() {
        VirtualTime time = new VirtualTime(EPOCH + 7);
        TickSequencer sequencer = sequencer(SMALL, rule(3, 10), time);
        long[] states = new long[40];
        sequencer.fill(states, 0, 40);
        assertThat(states)
                .containsExactly(LongStream.range(small(7, 0), small(17, 0)).toArray());
        assertThat(time.millis()).as("16 is the last tick, 3 ahead").isEqualTo(EPOCH + 13);
        assertThat(sequencer.lead()).isEqualTo(Duration.ofMillis(4));
    }

    @Test
    void fillOfNothingDoesNothingEvenIfTheClockIsBehind() {
        VirtualTime time = new VirtualTime(EPOCH + 7);
        TickSequencer sequencer = sequencer(SMALL, rule(0, 0), time);
        sequencer.next();
        time.step(-5);
        sequencer.fill(new long[4], 2, 2);
        assertThatExceptionOfType(ClockBehindException.class).isThrownBy(() -> sequencer.fill(new long[4], 2, 3));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 99, 100, 4000, 4095, 4096, 4097, 20_000})
    void batchOfAnySizeFitsUnderARandomStart(int size) {
        VirtualTime time = new VirtualTime(EPOCH + 7);
        TickSequencer sequencer = sequencer(WIDE, ClockLimits.LEAF, time);
        long[] states = new long[size];
        for (int round = 0; round < 20; round++) {
            sequencer.fill(states, 0, size);
            for (int i = 1; i < size; i++) {
                assertThat(states[i]).isGreaterThan(states[i - 1]);
            }
            if (size <= 4096) {
                long last = sequencer.claim(size) + size - 1;
                assertThat(last).isGreaterThan(states[size - 1]);
            }
            time.step(1 + round % 3);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 2})
    void callerWhoseTickWasSpentByOthersQueuesForTheNextInsteadOfRacingForIt(int lead) {
        VirtualTime time = new VirtualTime(EPOCH + 7);
        TickSequencer sequencer = sequencer(SMALL, rule(lead, 3), time);
        // Others spend each tick as soon as it begins, before the parked caller wakes.
        time.whileParked(() -> {
            time.whileParked(() -> {});
            assertThat(sequencer.claim(4 * (lead + 1))).isPositive();
        });
        sequencer.claim(4 * (lead + 1));
        long elapsed = time.nanoTime();
        long first = sequencer.claim(2);
        assertThat(first).as("the caller's place in the queue").isEqualTo(small(8 + lead, 0));
        assertThat(time.nanoTime() - elapsed)
                .as("waited, for itself and for those behind it")
                .isEqualTo((2 + lead) * 1_000_000);
    }
}
