package io.distid.internal.time;

import static io.distid.internal.time.Rules.EPOCH;
import static io.distid.internal.time.Rules.SMALL;
import static io.distid.internal.time.Rules.WIDE;
import static io.distid.internal.time.Rules.sequencer;
import static io.distid.internal.time.Rules.small;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.distid.ClockBehindException;
import io.distid.time.ClockLimits;
import io.distid.time.SequenceStart;
import io.distid.time.StampBound;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

/** Leaf draws its random start after a spent ms as it does after a quiet one. */
class RandomStartTest {
    private static final int TICKS = 2_000;

    private final VirtualTime time = new VirtualTime(EPOCH + 1_000);

    @Test
    void tickThatIsWaitedForStartsAtRandom() {
        TickSequencer sequencer = sequencer(WIDE, ClockLimits.LEAF, time);
        requireRandom(() -> {
            spend(sequencer);
            return sequencer.next();
        });
    }

    @Test
    void tickThatBeginsJustAsTheOneBeforeIsSpentStartsAtRandom() {
        TickSequencer sequencer = sequencer(WIDE, ClockLimits.LEAF, time);
        requireRandom(() -> {
            spend(sequencer);
            time.step(1);
            return sequencer.next();
        });
    }

    @Test
    void firstBatchAfterASpentTickStartsAtRandom() {
        TickSequencer sequencer = sequencer(WIDE, ClockLimits.LEAF, time);
        requireRandom(() -> {
            spend(sequencer);
            return sequencer.claim(100);
        });
        requireRandom(() -> {
            spend(sequencer);
            time.step(1);
            return sequencer.claim(100);
        });
    }

    @Test
    void batchThatFillsTheTickStartsAtItsBeginning() {
        TickSequencer sequencer = sequencer(WIDE, ClockLimits.LEAF, time);
        spend(sequencer);
        assertThat(WIDE.sequenceOf(sequencer.claim(4096))).isZero();
    }

    @Test
    void sequencerOnACoarseClockStartsTicksAtRandomToo() {
        CoarseClock.Ticker ticker = new CoarseClock.Ticker(time);
        TickSequencer sequencer = new TickSequencer(WIDE, ClockLimits.LEAF, ticker.use(), StampBound.NONE, time);
        requireRandom(() -> {
            spend(sequencer);
            return sequencer.next();
        });
        ticker.turn();
        requireRandom(() -> {
            spend(sequencer);
            time.step(1);
            ticker.turn();
            return sequencer.next();
        });
    }

    @Test
    void refusedCallGivesBackWhatItDrew() {
        TickSequencer sequencer = sequencer(WIDE, ClockLimits.LEAF, time);
        spend(sequencer);
        time.step(-10);
        for (int i = 0; i < 10; i++) {
            assertThatExceptionOfType(ClockBehindException.class).isThrownBy(sequencer::next);
        }
        time.step(10);
        long next = sequencer.next();
        assertThat(WIDE.tickOf(next)).isEqualTo(1_001);
        assertThat(WIDE.sequenceOf(next)).isLessThan(100);
    }

    /** The other one takes its state while the first draws, and is served; then the first is refused. */
    @Test
    void refusedCallDoesNotGiveBackWhatAnotherTookBelowItsDraw() {
        Runnable[] whileDrawing = {() -> {}};
        SequenceStart start = SequenceStart.random(4, () -> {
            Runnable step = whileDrawing[0];
            whileDrawing[0] = () -> {};
            step.run();
            // A draw of 1.
            return 1L << Integer.SIZE;
        });
        time.set(EPOCH + 100);
        TickSequencer sequencer = sequencer(SMALL, new ClockLimits(Duration.ZERO, Duration.ofSeconds(1), start), time);
        assertThat(sequencer.claim(3)).isEqualTo(small(100, 1));
        long[] other = new long[1];
        whileDrawing[0] = () -> {
            other[0] = sequencer.next();
            time.step(-2_000);
        };
        assertThatExceptionOfType(ClockBehindException.class).isThrownBy(sequencer::next);
        assertThat(other[0]).isEqualTo(small(101, 1));
        time.set(EPOCH + 101);
        assertThat(sequencer.next()).isGreaterThan(other[0]);
    }

    /** Those who queue up for one tick draw while others add. */
    @Test
    void statesOfManyCallersDifferAcrossSpentTicks() throws Exception {
        int callers = 4;
        int each = 40_000;
        long[] states = new long[callers * each];
        TickSequencer sequencer = new TickSequencer(
                new TickFormat(EPOCH, 1, 41, 4),
                new ClockLimits(ClockLimits.LEAF.maxLead(), ClockLimits.WAIT.maxWait(), SequenceStart.random(8)),
                time,
                StampBound.NONE,
                time);
        CountDownLatch start = new CountDownLatch(1);
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Thread[] threads = new Thread[callers];
        for (int caller = 0; caller < callers; caller++) {
            int from = caller * each;
            threads[caller] = new Thread(() -> {
                try {
                    start.await();
                    for (int i = from; i < from + each; i++) {
                        states[i] = sequencer.next();
                        if (i > from && states[i] <= states[i - 1]) {
                            throw new AssertionError(states[i] + " after " + states[i - 1]);
                        }
                    }
                } catch (Throwable e) {
                    failure.set(e);
                }
            });
            threads[caller].start();
        }
        start.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(failure).hasNullValue();
        Set<Long> all = new HashSet<>();
        for (long state : states) {
            all.add(state);
        }
        assertThat(all).hasSize(states.length);
    }

    /** Uses up the clock's tick, and no more. */
    private static void spend(TickSequencer sequencer) {
        long state;
        do {
            state = sequencer.next();
        } while (WIDE.sequenceOf(state) != 4095);
    }

    private void requireRandom(LongSupplier firstOfATick) {
        Set<Long> starts = new HashSet<>();
        for (int i = 0; i < TICKS; i++) {
            starts.add(WIDE.sequenceOf(firstOfATick.getAsLong()));
        }
        assertThat(starts)
                .as("of 100, after %d ticks", TICKS)
                .hasSizeGreaterThan(90)
                .allMatch(start -> start < 100);
    }
}
