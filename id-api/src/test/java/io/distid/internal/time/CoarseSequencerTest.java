package io.distid.internal.time;

import static io.distid.internal.time.Rules.EPOCH;
import static io.distid.internal.time.Rules.SMALL;
import static io.distid.internal.time.Rules.WIDE;
import static io.distid.internal.time.Rules.rule;
import static io.distid.internal.time.Rules.small;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.distid.ClockBehindException;
import io.distid.IdsExhaustedException;
import io.distid.time.StampBound;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A sequencer on a coarse clock; the test is the clock's thread. */
class CoarseSequencerTest {
    private final VirtualTime time = new VirtualTime(EPOCH + 100);
    private final CoarseClock.Ticker ticker = new CoarseClock.Ticker(time);
    private final CoarseClock clock = ticker.use();

    @Test
    void timeComesFromTheThreadAlone() {
        TickSequencer sequencer = coarse(SMALL, 1_000, StampBound.NONE);
        assertThat(sequencer.next()).isEqualTo(small(100, 0));
        time.step(7);
        assertThat(sequencer.next()).as("while the thread is late").isEqualTo(small(100, 1));
        ticker.turn();
        assertThat(sequencer.next()).isEqualTo(small(107, 0));
    }

    @Test
    void stateIsNotDroppedForATickThatTheClockWasSetBackFrom() {
        TickSequencer sequencer = coarse(SMALL, 0, StampBound.NONE);
        assertThat(sequencer.next()).isEqualTo(small(100, 0));
        time.step(50);
        ticker.turn();
        time.step(-50);
        ticker.turn();
        assertThat(sequencer.next()).isEqualTo(small(100, 1));
    }

    /** Also where the clock is set back before anybody calls. */
    @Test
    void nothingBetweenABoundAndWhereItsHolderGoesOnIsIssued() {
        SetBound bound = SetBound.reserved(EPOCH + 100);
        TickSequencer sequencer = coarse(SMALL, 0, bound);
        assertThat(sequencer.next()).isEqualTo(small(100, 0));
        time.step(20);
        bound.stamped = EPOCH + 110;
        bound.reserved = EPOCH + 1_000;
        ticker.turn();
        time.step(-15);
        ticker.turn();
        assertThat(sequencer.next()).isGreaterThanOrEqualTo(small(111, 0));
    }

    @Test
    void leadIsCountedFromTheClockAsItWasSetBack() {
        TickSequencer sequencer = coarse(SMALL, 2, StampBound.NONE);
        sequencer.next();
        time.step(50);
        ticker.turn();
        time.step(-50);
        ticker.turn();
        for (int i = 0; i < 100; i++) {
            assertThat(SMALL.tickOf(sequencer.next())).isLessThanOrEqualTo(time.millis() - EPOCH + 2);
        }
        assertThat(time.parks).isNotEmpty();
    }

    @Test
    void deadThreadLeavesOrderProgressAndTheLeadAsTheyWere() {
        TickSequencer sequencer = coarse(SMALL, 3, StampBound.NONE);
        long last = 0;
        for (int i = 0; i < 1_000; i++) {
            long state = sequencer.next();
            assertThat(state).isGreaterThan(last);
            assertThat(SMALL.tickOf(state)).isLessThanOrEqualTo(time.millis() - EPOCH + 3);
            last = state;
        }
        assertThat(time.parks).as("waits for the exact clock").isNotEmpty();
        assertThat(clock.millis()).isEqualTo(EPOCH + 100);
    }

    @Test
    void waitThatTheExactClockEndsOpensTheFastWayToItsTick() {
        TickSequencer sequencer = coarse(SMALL, 0, StampBound.NONE);
        sequencer.claim(4);
        time.step(5);
        for (int i = 0; i < 4; i++) {
            assertThat(sequencer.next()).isEqualTo(small(101, i));
        }
        assertThat(time.parks).isEmpty();
    }

    @Test
    void noStateBeyondTheReservationIsIssuedHoweverFarTheLeadGoes() {
        SetBound bound = SetBound.reserved(EPOCH + 101);
        TickSequencer sequencer = coarse(SMALL, 1_000, bound);
        for (int i = 0; i < 8; i++) {
            assertThat(sequencer.next()).isEqualTo(small(100, 0) + i);
        }
        time.whileParked(() -> bound.reserved = EPOCH + 200);
        assertThat(sequencer.next()).isEqualTo(small(102, 0));
        assertThat(time.parks).hasSize(1);
        assertThat(bound.wanted).containsExactly(EPOCH + 102);
    }

    @Test
    void noStateBeyondTheReservationIsIssuedWhenTheThreadHasTurned() {
        SetBound bound = SetBound.reserved(EPOCH + 101);
        TickSequencer sequencer = coarse(SMALL, 1_000, bound);
        for (int i = 0; i < 8; i++) {
            assertThat(sequencer.next()).isEqualTo(small(100, 0) + i);
        }
        time.step(1);
        ticker.turn();
        time.whileParked(() -> bound.reserved = EPOCH + 200);
        assertThat(sequencer.next()).isEqualTo(small(102, 0));
        assertThat(time.parks).hasSize(1);
    }

    @Test
    void shutWayStaysShutWhenTheThreadTurns() {
        TickSequencer sequencer = new TickSequencer(SMALL, rule(0, 0), clock, StampBound.NONE, time);
        sequencer.claim(4);
        assertThatExceptionOfType(ClockBehindException.class).isThrownBy(sequencer::next);
        time.step(-50);
        ticker.turn();
        for (int i = 0; i < 1_000; i++) {
            assertThatExceptionOfType(ClockBehindException.class).isThrownBy(sequencer::next);
        }
        time.step(51);
        ticker.turn();
        assertThat(sequencer.next()).isLessThanOrEqualTo(small(101, 1));
    }

    @Test
    void clockOutsideTheFormatIsDistinguishedFromOneWithin() {
        TickFormat brief = new TickFormat(EPOCH, 1, 8, 2);
        TickSequencer sequencer = new TickSequencer(brief, rule(0, 0), clock, StampBound.NONE, time);
        assertThat(sequencer.next()).isEqualTo(small(100, 0));
        time.set(EPOCH - 1);
        ticker.turn();
        assertThatExceptionOfType(ClockBehindException.class).isThrownBy(sequencer::next);
        time.set(EPOCH + 254);
        ticker.turn();
        assertThat(sequencer.next()).isEqualTo(small(254, 0));
        time.set(EPOCH + 255);
        ticker.turn();
        assertThatExceptionOfType(IdsExhaustedException.class).isThrownBy(sequencer::next);
    }

    /** Four callers on a clock that its thread moves to and fro, late, and not at all. */
    @Test
    @Timeout(300)
    void statesAreUniqueAndInOrderWhateverTheThreadDoes() throws Exception {
        TickSequencer sequencer = coarse(WIDE, 5, StampBound.NONE);
        ExecutorService callers = Executors.newFixedThreadPool(4);
        try {
            List<Future<List<Long>>> drawn = new ArrayList<>();
            for (int caller = 0; caller < 4; caller++) {
                boolean batches = caller == 3;
                drawn.add(callers.submit(() -> draw(sequencer, batches)));
            }
            for (int turn = 0; drawn.stream().anyMatch(future -> !future.isDone()); turn++) {
                time.step(turn % 7 == 0 ? -3 : 1);
                if (turn % 3 != 0) {
                    ticker.turn();
                }
            }
            Set<Long> all = new HashSet<>();
            int count = 0;
            for (Future<List<Long>> future : drawn) {
                List<Long> states = future.get();
                assertThat(states).isSorted();
                all.addAll(states);
                count += states.size();
            }
            assertThat(all).hasSize(count);
        } finally {
            callers.shutdownNow();
            assertThat(callers.awaitTermination(2, TimeUnit.MINUTES)).isTrue();
        }
    }

    private static List<Long> draw(TickSequencer sequencer, boolean batches) {
        List<Long> states = new ArrayList<>();
        long[] batch = new long[64];
        while (states.size() < 50_000) {
            if (batches) {
                sequencer.fill(batch, 0, 64);
                for (long state : batch) {
                    states.add(state);
                }
            } else {
                states.add(sequencer.next());
            }
        }
        return states;
    }

    private TickSequencer coarse(TickFormat format, long leadMillis, StampBound bound) {
        return new TickSequencer(format, rule(leadMillis, 1_000), clock, bound, time);
    }
}
