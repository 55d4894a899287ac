package io.distid.internal.time;

import static io.distid.internal.time.Rules.EPOCH;
import static io.distid.internal.time.Rules.WIDE;
import static io.distid.internal.time.Rules.sequencer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.distid.ClockBehindException;
import io.distid.ConfigException;
import io.distid.time.ClockLimits;
import io.distid.time.SequenceStart;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Presets, and the figures that are refused. */
class ClockLimitsTest {
    private final VirtualTime time = new VirtualTime(EPOCH + 1_000);

    @Test
    void twitterWaitsForTheNextMillisecondWhenTheSequenceIsSpent() {
        TickSequencer sequencer = sequencer(WIDE, ClockLimits.TWITTER, time);
        for (int i = 0; i < 3 * 4096; i++) {
            assertThat(sequencer.next()).isEqualTo((1_000L << 12) + i);
        }
        assertThat(time.millis()).isEqualTo(EPOCH + 1_002);
    }

    @ParameterizedTest
    @ValueSource(longs = {2, 5, 1_000, 3_600_000})
    void twitterRefusesAClockThatStepsBack(long millis) {
        TickSequencer sequencer = sequencer(WIDE, ClockLimits.TWITTER, time);
        sequencer.next();
        time.step(-millis);
        assertThatExceptionOfType(ClockBehindException.class).isThrownBy(sequencer::next);
        assertThat(time.parks).isEmpty();
    }

    @Test
    void twitterWaitsForTheNextTickWhateverItsLength() {
        TickFormat slow = new TickFormat(EPOCH, 10, 41, 2);
        TickSequencer sequencer = sequencer(slow, ClockLimits.TWITTER.forTick(slow.tick()), time);
        for (int i = 0; i < 12; i++) {
            assertThat(sequencer.next()).isEqualTo((100L << 2) + i);
        }
        time.step(-20);
        assertThatExceptionOfType(ClockBehindException.class).isThrownBy(sequencer::next);
    }

    @Test
    void ruleThatWaitsLongerThanATickStaysAsItIs() {
        assertThat(ClockLimits.TWITTER.forTick(Duration.ofMillis(1))).isSameAs(ClockLimits.TWITTER);
        assertThat(ClockLimits.LEAF.forTick(Duration.ofMillis(10)))
                .isEqualTo(new ClockLimits(Duration.ZERO, Duration.ofMillis(10), ClockLimits.LEAF.sequenceStart()));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 3, 5})
    void leafWaitsOutUpToFiveMilliseconds(long millis) {
        TickSequencer sequencer = sequencer(WIDE, ClockLimits.LEAF, time);
        long first = sequencer.next();
        time.step(-millis);
        assertThat(sequencer.next()).isEqualTo(first + 1);
        assertThat(time.nanoTime()).isEqualTo(millis * 1_000_000);
    }

    @ParameterizedTest
    @ValueSource(longs = {6, 1_000, 3_600_000})
    void leafRefusesMore(long millis) {
        TickSequencer sequencer = sequencer(WIDE, ClockLimits.LEAF, time);
        sequencer.next();
        time.step(-millis);
        assertThatExceptionOfType(ClockBehindException.class).isThrownBy(sequencer::next);
        assertThat(time.parks).isEmpty();
    }

    @Test
    void leafStartsTicksAtRandomBelowAHundred() {
        TickSequencer sequencer = sequencer(WIDE, ClockLimits.LEAF, time);
        Set<Long> starts = new HashSet<>();
        for (int i = 0; i < 2_000; i++) {
            time.step(1);
            starts.add(WIDE.sequenceOf(sequencer.next()));
        }
        assertThat(starts).allSatisfy(start -> assertThat(start).isBetween(0L, 99L));
        assertThat(starts).as("of 100, after 2000 ticks").hasSizeGreaterThan(90);
    }

    @Test
    void leafAtFullSpeedUsesEachTickToItsEnd() {
        TickSequencer sequencer = sequencer(WIDE, ClockLimits.LEAF, time);
        long before = sequencer.next();
        for (int i = 1; i < 3 * 4096; i++) {
            long next = sequencer.next();
            assertThat(next).isIn(before + 1, (before | 0xFFF) + 1 + WIDE.sequenceOf(next));
            assertThat(WIDE.tickOf(next) == WIDE.tickOf(before) || WIDE.sequenceOf(before) == 4095)
                    .as("%d after %d", next, before)
                    .isTrue();
            before = next;
        }
    }

    @Test
    void negativeFiguresAreRefused() {
        assertThatExceptionOfType(ConfigException.class)
                .isThrownBy(() -> new ClockLimits(Duration.ofMillis(-1), Duration.ZERO, SequenceStart.ZERO))
                .withMessage("max lead is PT-0.001S and max wait PT0S: each must be from 0 to 36500 days");
        assertThatExceptionOfType(ConfigException.class)
                .isThrownBy(() -> new ClockLimits(Duration.ZERO, Duration.ofMillis(-1), SequenceStart.ZERO))
                .withMessage("max lead is PT0S and max wait PT-0.001S: each must be from 0 to 36500 days");
    }

    @Test
    void figuresThatDoNotFitIntoNanosecondsAreRefused() {
        Duration ever = Duration.ofSeconds(Long.MAX_VALUE);
        assertThatExceptionOfType(ConfigException.class)
                .isThrownBy(() -> new ClockLimits(Duration.ZERO, ever, SequenceStart.ZERO));
        assertThatExceptionOfType(ConfigException.class)
                .isThrownBy(() -> new ClockLimits(ever, Duration.ZERO, SequenceStart.ZERO));
    }

    @Test
    void longestFiguresWork() {
        Duration century = Duration.ofDays(36_500);
        TickSequencer waits = sequencer(WIDE, new ClockLimits(Duration.ZERO, century, SequenceStart.ZERO), time);
        waits.next();
        time.step(-60_000);
        assertThat(WIDE.tickOf(waits.next())).isEqualTo(1_000);
        TickSequencer leads = sequencer(WIDE, new ClockLimits(century, Duration.ZERO, SequenceStart.ZERO), time);
        leads.next();
        time.step(-60_000);
        assertThat(leads.next()).isPositive();
    }
}
