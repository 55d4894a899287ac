package io.distid.internal.time;

import static io.distid.internal.time.Rules.EPOCH;
import static io.distid.internal.time.Rules.SMALL;
import static io.distid.internal.time.Rules.WIDE;
import static io.distid.internal.time.Rules.rule;
import static io.distid.internal.time.Rules.sequencer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.time.StampBound;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class CloseTest {
    @Test
    void returnsTheStartOfTheLastTickThatWasUsed() {
        VirtualTime time = new VirtualTime(EPOCH + 7);
        TickSequencer sequencer = sequencer(SMALL, rule(0, 10), time);
        sequencer.next();
        time.step(5);
        sequencer.next();
        time.step(5);
        assertThat(sequencer.close()).isEqualTo(EPOCH + 12);
        assertThat(sequencer.close()).as("second close").isEqualTo(EPOCH + 12);
    }

    @Test
    void countsWholeTicksWhereTheyAreLongerThanAMillisecond() {
        TickFormat tens = new TickFormat(EPOCH, 10, 39, 8);
        VirtualTime time = new VirtualTime(EPOCH + 57);
        TickSequencer sequencer = sequencer(tens, rule(0, 10), time);
        sequencer.next();
        assertThat(sequencer.close()).isEqualTo(EPOCH + 50);
    }

    @Test
    void returnsThePredecessorsStampIfNothingWasIssued() {
        VirtualTime time = new VirtualTime(EPOCH + 7);
        TickSequencer sequencer = sequencer(SMALL, rule(0, 10), time, SetBound.stamped(EPOCH + 20));
        assertThat(sequencer.close()).isEqualTo(EPOCH + 20);
    }

    /** Without what the first call found, the second returned the end of the reservation: of one without end, a time that no successor can wait for. */
    @Test
    void aSecondCallReturnsTheLastTickThoughTheFirstHasFailed() {
        VirtualTime time = new VirtualTime(EPOCH + 7);
        RuntimeException planted = new UnsupportedOperationException("planted");
        boolean[] failing = new boolean[1];
        TickSequencer sequencer = sequencer(SMALL, rule(0, 10), time, new SetBound() {
            @Override
            public long reservedUntil() {
                if (failing[0]) {
                    throw planted;
                }
                return reserved;
            }
        });
        sequencer.next();
        failing[0] = true;
        assertThatThrownBy(sequencer::close).isSameAs(planted);
        assertThatIllegalStateException().as("after the failure").isThrownBy(sequencer::next);
        failing[0] = false;
        assertThat(sequencer.close()).isEqualTo(EPOCH + 7);
    }

    @Test
    void endsEveryWayToAState() {
        VirtualTime time = new VirtualTime(EPOCH + 7);
        TickSequencer sequencer = sequencer(SMALL, rule(0, 10), time);
        sequencer.next();
        sequencer.close();
        for (int i = 0; i < 100; i++) {
            assertThatIllegalStateException().isThrownBy(sequencer::next).withMessage("the generator is closed");
            assertThatIllegalStateException().isThrownBy(() -> sequencer.claim(2));
            assertThatIllegalStateException().isThrownBy(() -> sequencer.fill(new long[3], 0, 3));
        }
        assertThat(sequencer.lead()).isEqualTo(Duration.ZERO);
    }

    @Test
    void noStateOfASuccessorThatStartsAboveTheStampIsEqual() {
        VirtualTime time = new VirtualTime(EPOCH + 7);
        TickSequencer first = sequencer(SMALL, rule(0, 10), time);
        long last = first.next();
        long stamp = first.close();
        time.step(-5);
        TickSequencer second = sequencer(SMALL, rule(0, 10), time, SetBound.stamped(stamp));
        assertThat(second.next()).isGreaterThan(last);
    }

    /** Without the order of reads in the sequencer, the waiting caller issued a state of the renewed reservation. */
    @Test
    void noStateOfAReservationRenewedDuringTheCloseIsIssued() {
        VirtualTime time = new VirtualTime(EPOCH + 50);
        long[] stamp = new long[1];
        TickSequencer[] closing = new TickSequencer[1];
        SetBound bound = new SetBound() {
            private boolean closed;

            @Override
            public long reservedUntil() {
                // The renewal and the close both land between two reads of the caller who waits.
                if (closing[0] != null && !closed && !time.parks.isEmpty()) {
                    closed = true;
                    stamp[0] = closing[0].close();
                    reserved = EPOCH + 100;
                }
                return reserved;
            }
        };
        bound.reserved = EPOCH + 20;
        TickSequencer sequencer = sequencer(SMALL, rule(0, 10), time, bound);
        closing[0] = sequencer;
        // In the last tick of the reservation, so that the next call takes a state beyond it.
        time.set(EPOCH + 20);
        sequencer.claim(4);
        List<Long> issued = new ArrayList<>();
        try {
            issued.add(sequencer.next());
        } catch (IllegalStateException expected) {
            assertThat(expected).hasMessage("the generator is closed");
        }
        assertThat(issued)
                .as("states above the stamp %d that the close returned", stamp[0] - EPOCH)
                .allSatisfy(
                        state -> assertThat(SMALL.startOf(SMALL.tickOf(state))).isLessThanOrEqualTo(stamp[0]));
        assertThat(stamp[0]).isEqualTo(EPOCH + 20);
    }

    @Test
    @Timeout(300)
    void noStateAboveTheStampWasEverIssuedUnderConcurrency() throws Exception {
        ExecutorService threads = Executors.newCachedThreadPool();
        try {
            for (int round = 0; round < 200; round++) {
                TickSequencer sequencer =
                        new TickSequencer(WIDE, rule(round % 3, 50), InstantSource.system(), StampBound.NONE);
                List<Future<Long>> last = new ArrayList<>();
                for (int caller = 0; caller < 4; caller++) {
                    boolean batches = caller == 3;
                    last.add(threads.submit(() -> drawUntilClosed(sequencer, batches)));
                }
                List<Future<Long>> stamps = new ArrayList<>();
                for (int i = 0; i < round % 100; i++) {
                    Thread.onSpinWait();
                }
                for (int closer = 0; closer < 2; closer++) {
                    stamps.add(threads.submit(sequencer::close));
                }
                long stamp = stamps.get(0).get();
                assertThat(stamps.get(1).get())
                        .as("what the other close returned")
                        .isEqualTo(stamp);
                for (Future<Long> greatest : last) {
                    assertThat(WIDE.startOf(WIDE.tickOf(greatest.get())))
                            .as("tick of the greatest state of a caller")
                            .isLessThanOrEqualTo(stamp);
                }
            }
        } finally {
            threads.shutdownNow();
            assertThat(threads.awaitTermination(2, TimeUnit.MINUTES)).isTrue();
        }
    }

    private static long drawUntilClosed(TickSequencer sequencer, boolean batches) {
        long greatest = 0;
        long[] states = new long[50];
        try {
            while (true) {
                if (batches) {
                    sequencer.fill(states, 0, 50);
                    greatest = states[49];
                } else {
                    greatest = sequencer.next();
                }
            }
        } catch (IllegalStateException closed) {
            return greatest;
        }
    }
}
