package io.distid.internal.time;

import static io.distid.internal.time.Rules.EPOCH;
import static io.distid.internal.time.Rules.SMALL;
import static io.distid.internal.time.Rules.rule;
import static io.distid.internal.time.Rules.sequencer;
import static io.distid.internal.time.Rules.small;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import io.distid.ClockBehindException;
import io.distid.ConfigException;
import io.distid.time.ClockLimits;
import io.distid.time.SequenceStart;
import java.time.Duration;
import java.time.Instant;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class TickSequencerTest {
    private final VirtualTime time = new VirtualTime(EPOCH + 100);

    @Test
    void countsWithinATickAndStartsAgainWithTheNext() {
        TickSequencer sequencer = sequencer(SMALL, rule(0, 10), time);
        assertThat(sequencer.next()).isEqualTo(small(100, 0));
        assertThat(sequencer.next()).isEqualTo(small(100, 1));
        time.step(1);
        assertThat(sequencer.next()).isEqualTo(small(101, 0));
        time.step(1000);
        assertThat(sequencer.next()).isEqualTo(small(1101, 0));
    }

    @Test
    void firstStateOfAllIsNeverZero() {
        time.set(EPOCH);
        assertThat(sequencer(SMALL, rule(0, 10), time).next()).isEqualTo(1);
    }

    @Test
    void spentSequenceCarriesIntoTheNextTickAndWaitsForIt() {
        TickSequencer sequencer = sequencer(SMALL, rule(0, 10), time);
        for (int i = 0; i < 4; i++) {
            assertThat(sequencer.next()).isEqualTo(small(100, i));
        }
        assertThat(time.parks).isEmpty();
        assertThat(sequencer.next()).isEqualTo(small(101, 0));
        assertThat(time.parks).containsExactly(1_000_000L);
    }

    @Test
    void waitEndsWithTheMillisecondAndNotAMillisecondLater() {
        TickSequencer sequencer = sequencer(SMALL, rule(0, 10), time);
        sequencer.claim(4);
        time.park(300_000);
        sequencer.next();
        assertThat(time.parks).containsExactly(300_000L, 700_000L);
    }

    @Test
    void millisecondThatPassesWhileTheWaitIsReckonedIsNotWaitedForAgain() {
        // Reads as a system clock does: time passes between two reads.
        VirtualTime moving = new VirtualTime(EPOCH + 100) {
            @Override
            public Instant instant() {
                step(1);
                return super.instant();
            }
        };
        TickSequencer sequencer = sequencer(SMALL, rule(0, 10), moving);
        sequencer.claim(4);
        assertThat(sequencer.next()).isEqualTo(small(101, 0));
        assertThat(moving.parks).allSatisfy(nanos -> assertThat(nanos).isLessThan(10));
    }

    @Test
    void clockThatStepsBackALittleIsWaitedOut() {
        TickSequencer sequencer = sequencer(SMALL, rule(0, 10), time);
        sequencer.next();
        time.step(-10);
        assertThat(sequencer.next()).isEqualTo(small(100, 1));
        assertThat(time.millis()).isEqualTo(EPOCH + 100);
    }

    @Test
    void clockThatStepsBackFurtherThanMaxWaitIsAnErrorAtOnceWithBothTimes() {
        TickSequencer sequencer = sequencer(SMALL, rule(0, 10), time);
        sequencer.next();
        time.step(-11);
        assertThatExceptionOfType(ClockBehindException.class)
                .isThrownBy(sequencer::next)
                .withMessage("the next id would carry 1970-01-01T00:16:40.100Z, but the clock shows"
                        + " 1970-01-01T00:16:40.089Z, 11 ms behind it; allowed are a lead of 0 ms and a wait of 10 ms."
                        + " No id is issued. Was the clock set back? Correct it, wait, or raise max-wait or max-lead.")
                .satisfies(e -> assertThat(e.idTime()).isEqualTo(Instant.ofEpochMilli(EPOCH + 100)))
                .satisfies(e -> assertThat(e.clockTime()).isEqualTo(Instant.ofEpochMilli(EPOCH + 89)));
        assertThat(time.parks).isEmpty();
    }

    @Test
    void clockThatStepsBackDuringTheWaitEndsIt() {
        TickSequencer sequencer = sequencer(SMALL, rule(0, 10), time);
        sequencer.next();
        time.step(-5);
        time.whileParked(() -> time.step(-3_600_000));
        assertThatExceptionOfType(ClockBehindException.class).isThrownBy(sequencer::next);
        assertThat(time.parks).hasSize(1);
    }

    @Test
    void clockThatStandsStillIsGivenUpAfterMaxWaitAndATick() {
        TickSequencer sequencer = sequencer(SMALL, rule(0, 20), time);
        sequencer.claim(4);
        time.stop();
        assertThatExceptionOfType(ClockBehindException.class).isThrownBy(sequencer::next);
        assertThat(time.nanoTime()).isBetween(20_000_000L, 23_000_000L);
    }

    @Test
    void longWaitIsLookedAfterEveryTenMilliseconds() {
        TickSequencer sequencer = sequencer(SMALL, rule(0, 100), time);
        sequencer.next();
        time.step(-95);
        time.whileParked(() -> time.step(60_000));
        assertThat(SMALL.tickOf(sequencer.next())).isEqualTo(100);
        assertThat(time.parks).containsExactly(10_000_000L);
    }

    @Test
    void withinTheLeadNobodyWaits() {
        TickSequencer sequencer = sequencer(SMALL, rule(50, 0), time);
        for (int i = 0; i < 4 * 51; i++) {
            assertThat(sequencer.next()).isEqualTo(small(100, 0) + i);
        }
        assertThat(time.parks).isEmpty();
        assertThat(sequencer.lead()).isEqualTo(Duration.ofMillis(51));
        assertThatExceptionOfType(ClockBehindException.class).isThrownBy(sequencer::next);
    }

    @Test
    void leadAnswersAClockThatStepsBackToo() {
        TickSequencer sequencer = sequencer(SMALL, rule(50, 0), time);
        sequencer.next();
        time.step(-50);
        assertThat(sequencer.next()).isEqualTo(small(100, 1));
        time.step(-1);
        assertThatExceptionOfType(ClockBehindException.class).isThrownBy(sequencer::next);
    }

    @Test
    void leadCountsWholeTicks() {
        TickFormat tens = new TickFormat(EPOCH, 10, 39, 0);
        TickSequencer sequencer = sequencer(tens, rule(29, 0), time);
        assertThat(sequencer.next()).isEqualTo(10);
        assertThat(sequencer.next()).isEqualTo(11);
        assertThat(sequencer.next()).isEqualTo(12);
        assertThatExceptionOfType(ClockBehindException.class).isThrownBy(sequencer::next);
    }

    @Test
    void clockThatComesBackOpensTheWayAgain() {
        TickSequencer sequencer = sequencer(SMALL, rule(0, 0), time);
        sequencer.next();
        time.step(-5);
        assertThatExceptionOfType(ClockBehindException.class).isThrownBy(sequencer::next);
        time.step(6);
        assertThat(sequencer.next()).isEqualTo(small(101, 0));
        assertThat(sequencer.next()).isEqualTo(small(101, 1));
    }

    @Test
    void clockBeforeTheEpochIsBehindAndNotFarAhead() {
        time.set(EPOCH - 3_600_000);
        TickSequencer sequencer = sequencer(SMALL, rule(0, 10), time);
        assertThatExceptionOfType(ClockBehindException.class)
                .isThrownBy(sequencer::next)
                .satisfies(e -> assertThat(e.idTime()).isEqualTo(Instant.ofEpochMilli(EPOCH)));
        time.set(EPOCH - 4);
        assertThat(sequencer.next()).as("waited out").isBetween(1L, 2L);
        assertThat(time.millis()).isEqualTo(EPOCH);
    }

    @Test
    void clockBeforeTheEpochIsWithinALongLead() {
        time.set(EPOCH - 10);
        assertThat(sequencer(SMALL, rule(10, 0), time).next()).isEqualTo(1);
    }

    @Test
    void randomStartSpreadsTheFirstStatesOfTicks() {
        ClockLimits random =
                new ClockLimits(Duration.ZERO, Duration.ZERO, SequenceStart.random(4, new SplittableRandom(1)));
        TickFormat format = new TickFormat(EPOCH, 1, 41, 4);
        TickSequencer sequencer = sequencer(format, random, time);
        int[] seen = new int[4];
        for (int i = 0; i < 4_000; i++) {
            time.step(1);
            seen[(int) format.sequenceOf(sequencer.next())]++;
        }
        assertThat(seen).satisfies(counts -> {
            for (int count : counts) {
                assertThat(count).isBetween(800, 1200);
            }
        });
    }

    @Test
    void randomStartMustFitIntoTheSequence() {
        ClockLimits rule = new ClockLimits(Duration.ZERO, Duration.ZERO, SequenceStart.random(5));
        assertThatExceptionOfType(ConfigException.class)
                .isThrownBy(() -> sequencer(SMALL, rule, time))
                .withMessage("sequence start is random below 5, but 2 sequence bits hold only 4");
        assertThatNoException()
                .isThrownBy(() ->
                        sequencer(SMALL, new ClockLimits(Duration.ZERO, Duration.ZERO, SequenceStart.random(4)), time));
    }
}
