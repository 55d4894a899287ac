package io.distid.internal.time;

import static io.distid.internal.time.Rules.EPOCH;
import static io.distid.internal.time.Rules.SMALL;
import static io.distid.internal.time.Rules.WIDE;
import static io.distid.internal.time.Rules.rule;
import static io.distid.internal.time.Rules.sequencer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.distid.LeaseLostException;
import io.distid.StoreRegressedException;
import io.distid.time.StampBound;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A reservation that is worth nothing any more, with ticks left in it. */
class LossTest {
    private static final LeaseLostException REASON = new LeaseLostException("another holds it");

    private final VirtualTime time = new VirtualTime(EPOCH + 100);

    @Test
    void endsEveryWayToAState() {
        TickSequencer sequencer = sequencer(SMALL, rule(50, 10), time, SetBound.reserved(EPOCH + 1_000));
        sequencer.next();
        sequencer.lose(REASON);
        time.step(5);
        for (int i = 0; i < 100; i++) {
            assertLost(sequencer::next);
            assertLost(() -> sequencer.claim(1));
            assertLost(() -> sequencer.fill(new long[3], 0, 3));
            assertLost(() -> sequencer.awaitFirst(Duration.ofSeconds(1)));
        }
        assertThat(time.parks).isEmpty();
    }

    @Test
    void endsTheWaitOfCallersThatHaveAStateInHand() {
        SetBound bound = SetBound.reserved(EPOCH + 1_000);
        TickSequencer sequencer = sequencer(SMALL, rule(0, 1_000), time, bound);
        sequencer.claim(4);
        time.stop();
        time.whileParked(() -> {
            time.step(50);
            sequencer.lose(REASON);
        });
        assertLost(sequencer::next);
        assertThat(time.parks).hasSize(1);
    }

    @Test
    void endsTheWaitForThePredecessor() {
        SetBound bound = SetBound.reserved(EPOCH + 10_000);
        bound.stamped = EPOCH + 5_000;
        TickSequencer sequencer = sequencer(SMALL, rule(0, 10), time, bound);
        time.whileParked(() -> sequencer.lose(REASON));
        assertLost(() -> sequencer.awaitFirst(Duration.ofSeconds(10)));
        assertThat(time.parks).hasSize(1);
    }

    @Test
    void closeAfterwardsReturnsTheLastTickThatWasUsedAndNotTheWholeReservation() {
        TickSequencer sequencer = sequencer(SMALL, rule(50, 10), time, SetBound.reserved(EPOCH + 1_000));
        sequencer.claim(4 * 7);
        sequencer.lose(REASON);
        time.step(500);
        assertLost(sequencer::next);
        assertThat(sequencer.close()).isEqualTo(EPOCH + 106);
        assertThat(sequencer.close()).isEqualTo(EPOCH + 106);
        assertThatIllegalStateException().isThrownBy(sequencer::next).withMessage("the generator is closed");
    }

    @Test
    void closeAfterALossThatFailedHalfwayReturnsTheLastTick() {
        AtomicBoolean fails = new AtomicBoolean();
        SetBound bound = new SetBound() {
            @Override
            public long reservedUntil() {
                if (fails.getAndSet(false)) {
                    throw new LinkageError("planted");
                }
                return reserved;
            }
        };
        bound.reserved = EPOCH + 1_000;
        TickSequencer sequencer = sequencer(SMALL, rule(50, 10), time, bound);
        sequencer.claim(4 * 7);
        fails.set(true);
        assertThatExceptionOfType(LinkageError.class).isThrownBy(() -> sequencer.lose(REASON));
        assertLost(sequencer::next);
        assertThat(sequencer.lose(REASON)).isEqualTo(EPOCH + 106);
        assertThat(sequencer.close()).isEqualTo(EPOCH + 106);
    }

    @Test
    void firstReasonStandsAndAClosedSequencerStaysClosed() {
        TickSequencer lost = sequencer(SMALL, rule(0, 10), time);
        lost.lose(REASON);
        lost.lose(new StoreRegressedException("later"));
        assertLost(lost::next);

        TickSequencer closed = sequencer(SMALL, rule(0, 10), time);
        closed.next();
        closed.close();
        closed.lose(REASON);
        assertThatIllegalStateException().isThrownBy(closed::next);
        assertThat(closed.close()).isEqualTo(EPOCH + 100);
    }

    @Test
    @Timeout(300)
    void noCallThatBeginsLaterIssuesAStateAndTheStampCoversAllBefore() throws Exception {
        ExecutorService threads = Executors.newCachedThreadPool();
        try {
            for (int round = 0; round < 200; round++) {
                CoarseClock coarse = round % 2 == 0 ? CoarseClock.acquire() : null;
                TickSequencer sequencer = new TickSequencer(
                        WIDE, rule(round % 3, 50), coarse == null ? InstantSource.system() : coarse, StampBound.NONE);
                AtomicBoolean lost = new AtomicBoolean();
                List<Future<Long>> greatest = new ArrayList<>();
                for (int caller = 0; caller < 3; caller++) {
                    boolean batches = caller == 2;
                    greatest.add(threads.submit(() -> drawUntilLost(sequencer, batches, lost)));
                }
                for (int i = 0; i < round % 100; i++) {
                    Thread.onSpinWait();
                }
                sequencer.lose(REASON);
                lost.set(true);
                for (Future<Long> last : greatest) {
                    assertThat(WIDE.startOf(WIDE.tickOf(last.get()))).isLessThanOrEqualTo(sequencer.close());
                }
                if (coarse != null) {
                    coarse.close();
                }
            }
        } finally {
            threads.shutdownNow();
            assertThat(threads.awaitTermination(2, TimeUnit.MINUTES)).isTrue();
        }
    }

    private static long drawUntilLost(TickSequencer sequencer, boolean batches, AtomicBoolean lost) {
        long greatest = 0;
        long[] states = new long[50];
        try {
            while (true) {
                boolean late = lost.get();
                if (batches) {
                    sequencer.fill(states, 0, 50);
                    greatest = states[49];
                } else {
                    greatest = sequencer.next();
                }
                assertThat(late)
                        .as("a state of a call that began after the loss")
                        .isFalse();
            }
        } catch (LeaseLostException | IllegalStateException over) {
            return greatest;
        }
    }

    private static void assertLost(ThrowingCallable call) {
        assertThatExceptionOfType(LeaseLostException.class)
                .isThrownBy(call)
                .withMessage("no ids any more, though ticks were reserved: another holds it")
                .withCause(REASON);
    }
}
