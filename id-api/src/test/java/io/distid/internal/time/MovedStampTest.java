package io.distid.internal.time;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.time.ClockLimits;
import io.distid.time.SequenceStart;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bounds that are moved with a gap below them, which may be another holder's, while threads draw all that there is. */
class MovedStampTest {
    /** Never reached on a machine that gets on. */
    private static final Duration LIMIT = Duration.ofMinutes(2);

    private static final int THREADS = 4;
    private static final int MOVES = 300;
    private static final long TICKS = 5;
    private static final long GAP = 3;

    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);

    @AfterEach
    void end() {
        threads.shutdownNow();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void noStateOfAGapIsIssuedAndNoneTwice(int batch) throws Exception {
        TickFormat format = Rules.SMALL;
        // Ahead of the clock, which has no part in it then.
        long start = System.currentTimeMillis() + Duration.ofHours(1).toMillis();
        MovingBound bound = new MovingBound(start);
        ClockLimits rule = new ClockLimits(Duration.ofDays(1), LIMIT, SequenceStart.ZERO);
        TickSequencer sequencer = new TickSequencer(format, rule, InstantSource.system(), bound);
        List<Future<List<Long>>> drawn = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            drawn.add(threads.submit(() -> {
                List<Long> states = new ArrayList<>();
                while (true) {
                    try {
                        long first = batch == 1 ? sequencer.next() : sequencer.claim(batch);
                        for (long state = first; state < first + batch; state++) {
                            states.add(state);
                        }
                    } catch (IllegalStateException e) {
                        return states;
                    }
                }
            }));
        }
        for (int i = 0; i < MOVES; i++) {
            long reserved = bound.reservedUntil();
            assertThat(bound.awaitWanted(reserved))
                    .as("all of a bound is drawn")
                    .isTrue();
            bound.move();
        }
        sequencer.close();
        Set<Long> all = new HashSet<>();
        for (Future<List<Long>> each : drawn) {
            for (long state : each.get(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
                assertThat(all.add(state)).as("once").isTrue();
                long tick = format.startOf(format.tickOf(state)) - start - 1;
                assertThat(tick % (TICKS + GAP)).as("not of a gap").isLessThan(TICKS);
            }
        }
        assertThat(all).hasSizeGreaterThan(MOVES);
    }

    /** {@link #TICKS} that are reserved, and as many more as are in a {@link #GAP} that are another's, and so on. */
    private static final class MovingBound extends SetBound {
        private volatile long most;

        MovingBound(long start) {
            stamped = start;
            reserved = start + TICKS;
        }

        void move() {
            // In this order, as a lease does.
            stamped = reserved + GAP;
            reserved = stamped + TICKS;
        }

        boolean awaitWanted(long above) {
            long end = System.nanoTime() + LIMIT.toNanos();
            while (most <= above && System.nanoTime() - end < 0) {
                Thread.onSpinWait();
            }
            return most > above;
        }

        @Override
        public void want(long tickStart) {
            most = Math.max(most, tickStart);
        }
    }
}
