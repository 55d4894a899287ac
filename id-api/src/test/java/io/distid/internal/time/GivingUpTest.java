package io.distid.internal.time;

import static io.distid.internal.time.Rules.EPOCH;
import static io.distid.internal.time.Rules.SMALL;
import static io.distid.internal.time.Rules.rule;
import static io.distid.internal.time.Rules.sequencer;
import static io.distid.internal.time.Rules.small;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.distid.ClockBehindException;
import io.distid.IdException;
import io.distid.LeaseLostException;
import io.distid.time.ClockLimits;
import io.distid.time.Parking;
import io.distid.time.StampBound;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reservations that end, callers who are interrupted, and what either costs. */
class GivingUpTest {
    private final VirtualTime time = new VirtualTime(EPOCH + 100);

    @Test
    void noTickBeyondTheReservationIsIssuedAndTheWantedOneIsSaid() {
        SetBound bound = SetBound.reserved(EPOCH + 100);
        TickSequencer sequencer = sequencer(SMALL, rule(0, 20), time, bound);
        assertThat(sequencer.claim(4)).isEqualTo(small(100, 0));
        time.step(1);
        assertThatExceptionOfType(LeaseLostException.class)
                .isThrownBy(sequencer::next)
                .withMessageContaining(
                        "reserved only until 1970-01-01T00:16:40.100Z, and the renewal is late. Ids go on by themselves once the store answers.");
        assertThat(bound.wanted).contains(EPOCH + 101);
    }

    /** As where another may have been granted the worker id since the bound that was. */
    @Test
    void nothingBetweenABoundAndWhereItsHolderGoesOnIsIssued() {
        SetBound bound = SetBound.reserved(EPOCH + 100);
        TickSequencer sequencer = sequencer(SMALL, rule(0, 20), time, bound);
        assertThat(sequencer.next()).isEqualTo(small(100, 0));
        time.step(5);
        time.whileParked(() -> {
            bound.stamped = EPOCH + 110;
            bound.reserved = EPOCH + 1_000;
        });
        assertThat(sequencer.next()).as("of one who waited").isGreaterThanOrEqualTo(small(111, 0));
        assertThat(time.millis()).isGreaterThanOrEqualTo(EPOCH + 111);
        time.step(-50);
        assertThatExceptionOfType(ClockBehindException.class).isThrownBy(sequencer::next);
        time.step(50);
        assertThat(sequencer.claim(2)).isGreaterThan(small(111, 0));
    }

    /** The new bound lies as far ahead as a call may wait, and the call had waited nearly that long before. */
    @Test
    void callWhoseBoundIsMovedWhileItWaitsHasOneDeadline() {
        SetBound bound = SetBound.reserved(EPOCH + 100);
        TickSequencer sequencer = sequencer(SMALL, rule(0, 20), time, bound);
        sequencer.claim(4);
        time.step(1);
        long start = time.nanoTime();
        time.whileParked(() -> {
            if (time.nanoTime() - start == Duration.ofMillis(18).toNanos()) {
                bound.stamped = time.millis() + 19;
                bound.reserved = time.millis() + 1_000;
            }
        });
        assertThatExceptionOfType(ClockBehindException.class).isThrownBy(sequencer::next);
        assertThat(Duration.ofNanos(time.nanoTime() - start))
                .as("max-wait, a tick and one park")
                .isBetween(Duration.ofMillis(20), Duration.ofMillis(31));
    }

    @Test
    void norByABatchNorByASingleCallAfterIt() {
        SetBound bound = SetBound.reserved(EPOCH + 100);
        TickSequencer sequencer = sequencer(SMALL, rule(0, 20), time, bound);
        time.step(5);
        bound.stamped = EPOCH + 110;
        bound.reserved = EPOCH + 1_000;
        assertThat(sequencer.room(4)).isOne();
        assertThat(sequencer.claim(2)).isEqualTo(small(111, 0));
        assertThat(sequencer.next()).isGreaterThan(small(111, 1));
    }

    @Test
    void renewedBoundIsPickedUpByWaitingCallers() {
        SetBound bound = SetBound.reserved(EPOCH + 100);
        TickSequencer sequencer = sequencer(SMALL, rule(0, 20), time, bound);
        time.step(5);
        time.whileParked(() -> bound.reserved = EPOCH + 1_000);
        assertThat(sequencer.next()).isGreaterThanOrEqualTo(small(105, 0));
        assertThat(time.parks).hasSize(1);
    }

    /** Its clock was read before that, and says that there is still something to wait for. */
    @Test
    void threadThatStandsStillWhileItWaitsGoesOnIfThereIsNothingToWaitForByThen() {
        TickSequencer sequencer = sequencer(SMALL, rule(0, 20), time);
        sequencer.claim(4);
        time.step(-10);
        // The look before the first park, the one behind it, and then the one that finds it late.
        time.stallAtLook(3, 10_000);
        assertThat(sequencer.next()).isGreaterThan(small(100, 3));
        assertThat(time.parks).hasSize(1);
    }

    @Test
    void lostLeaseIsAnErrorAtOnceWithItsCause() {
        SetBound bound = SetBound.reserved(EPOCH + 100);
        bound.failure = new LeaseLostException("another holds it");
        TickSequencer sequencer = sequencer(SMALL, rule(0, 1_000), time, bound);
        assertThat(sequencer.next()).as("what is reserved is still good").isEqualTo(small(100, 0));
        time.step(1);
        assertThatExceptionOfType(LeaseLostException.class)
                .isThrownBy(sequencer::next)
                .withMessageContaining("another holds it");
        assertThat(time.parks).isEmpty();
    }

    @Test
    void callerThatFailsInALoopBurnsNextToNothing() {
        TickSequencer sequencer = sequencer(SMALL, rule(0, 0), time);
        sequencer.next();
        time.step(-50);
        for (int i = 0; i < 1_000; i++) {
            assertThatExceptionOfType(ClockBehindException.class).isThrownBy(sequencer::next);
        }
        time.step(50);
        assertThat(sequencer.next()).isLessThanOrEqualTo(small(100, 3));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void callThatIsRefusedAtOnceTakesNoSequenceNumber(boolean coarse) {
        CoarseClock.Ticker ticker = new CoarseClock.Ticker(time);
        TickSequencer sequencer = coarse
                ? new TickSequencer(SMALL, ClockLimits.TWITTER, ticker.use(), StampBound.NONE, time)
                : sequencer(SMALL, ClockLimits.TWITTER, time);
        assertThat(sequencer.next()).isEqualTo(small(100, 0));
        for (int sequence = 1; sequence < 4; sequence++) {
            time.step(-2);
            ticker.turn();
            assertThatExceptionOfType(ClockBehindException.class).isThrownBy(sequencer::next);
            assertThatExceptionOfType(ClockBehindException.class).isThrownBy(() -> sequencer.claim(3));
            assertThatExceptionOfType(ClockBehindException.class).isThrownBy(sequencer::next);
            time.step(2);
            ticker.turn();
            assertThat(sequencer.next()).isEqualTo(small(100, sequence));
        }
    }

    @Test
    @Timeout(300)
    void callsThatAreRefusedTogetherTakeNoSequenceNumber() throws Exception {
        int callers = 4;
        AllHaveAState clock = new AllHaveAState(time, callers);
        TickSequencer sequencer =
                new TickSequencer(Rules.WIDE, ClockLimits.TWITTER, clock, StampBound.NONE, Parking.SYSTEM);
        ExecutorService threads = Executors.newFixedThreadPool(callers);
        try {
            for (int sequence = 0; sequence < 200; sequence++) {
                assertThat(sequencer.next()).isEqualTo(100L << 12 | sequence);
                time.step(-2);
                clock.asked.clear();
                List<Future<Integer>> failed = new ArrayList<>();
                for (int caller = 0; caller < callers; caller++) {
                    failed.add(threads.submit(() -> failures(sequencer, 1)));
                }
                for (Future<Integer> future : failed) {
                    assertThat(future.get()).isEqualTo(1);
                }
                time.step(2);
            }
        } finally {
            threads.shutdownNow();
            assertThat(threads.awaitTermination(2, TimeUnit.MINUTES)).isTrue();
        }
    }

    /** Fails if the word ever falls to a state that was issued: while some give back, others are served above and below them. */
    @Test
    @Timeout(300)
    void statesGrowWhileOthersAreGivenBack() throws Exception {
        int callers = 4;
        TickSequencer sequencer = sequencer(Rules.WIDE, ClockLimits.TWITTER, time);
        AtomicLong greatest = new AtomicLong();
        AtomicInteger refused = new AtomicInteger();
        AtomicBoolean over = new AtomicBoolean();
        ExecutorService threads = Executors.newFixedThreadPool(callers);
        try {
            List<Future<?>> calls = new ArrayList<>();
            for (int caller = 0; caller < callers; caller++) {
                calls.add(threads.submit(() -> {
                    while (!over.get()) {
                        long before = greatest.get();
                        try {
                            long state = sequencer.next();
                            assertThat(state).isGreaterThan(before);
                            greatest.accumulateAndGet(state, Math::max);
                        } catch (ClockBehindException e) {
                            refused.incrementAndGet();
                        }
                    }
                }));
            }
            for (int step = 0; step < 2_000 || refused.get() < 1_000; step++) {
                time.step(-3);
                Thread.yield();
                time.step(4);
                Thread.yield();
            }
            over.set(true);
            for (Future<?> future : calls) {
                future.get();
            }
        } finally {
            over.set(true);
            threads.shutdownNow();
            assertThat(threads.awaitTermination(2, TimeUnit.MINUTES)).isTrue();
        }
    }

    /** While the clock is behind, no caller is refused before all have taken a state. */
    private static final class AllHaveAState implements InstantSource {
        final Set<Thread> asked = ConcurrentHashMap.newKeySet();
        private final VirtualTime time;
        private final CyclicBarrier all;

        AllHaveAState(VirtualTime time, int callers) {
            this.time = time;
            all = new CyclicBarrier(callers);
        }

        @Override
        public long millis() {
            long millis = time.millis();
            if (millis < EPOCH + 100 && !asked.add(Thread.currentThread())) {
                try {
                    all.await(2, TimeUnit.MINUTES);
                } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
                    throw new AssertionError("not all callers took a state", e);
                }
            }
            return millis;
        }

        @Override
        public Instant instant() {
            return time.instant();
        }
    }

    @Test
    void interruptedCallTakesNoSequenceNumber() {
        TickSequencer sequencer = sequencer(SMALL, rule(0, 1_000), time);
        sequencer.claim(4);
        Thread.currentThread().interrupt();
        assertThatExceptionOfType(IdException.class).isThrownBy(sequencer::next);
        Thread.interrupted();
        assertThat(sequencer.next()).isEqualTo(small(101, 0));
    }

    /** Each caller can be on the fast way once when the first gives up; without the shutting, every try would burn a state. */
    @ParameterizedTest
    @ValueSource(longs = {0, 20})
    @Timeout(300)
    void callersThatFailInALoopTogetherBurnAHandfulAtMost(long waitMillis) throws Exception {
        int callers = 4;
        TickSequencer sequencer = sequencer(SMALL, rule(0, waitMillis), time);
        sequencer.next();
        time.step(-10);
        time.stop();
        int tries = 2_000;
        ExecutorService threads = Executors.newFixedThreadPool(callers);
        try {
            List<Future<Integer>> failed = new ArrayList<>();
            for (int caller = 0; caller < callers; caller++) {
                failed.add(threads.submit(() -> failures(sequencer, tries)));
            }
            for (Future<Integer> future : failed) {
                assertThat(future.get()).isEqualTo(tries);
            }
        } finally {
            threads.shutdownNow();
            assertThat(threads.awaitTermination(2, TimeUnit.MINUTES)).isTrue();
        }
        time.set(EPOCH + 100 + callers);
        assertThat(sequencer.next()).isLessThanOrEqualTo(small(100 + callers, 0));
    }

    private static int failures(TickSequencer sequencer, int tries) {
        int failures = 0;
        for (int i = 0; i < tries; i++) {
            try {
                sequencer.next();
            } catch (ClockBehindException e) {
                failures++;
            }
        }
        return failures;
    }

    @Test
    void interruptEndsTheWaitAndIsKept() {
        TickSequencer sequencer = sequencer(SMALL, rule(0, 1_000), time);
        sequencer.next();
        time.step(-500);
        time.whileParked(() -> Thread.currentThread().interrupt());
        try {
            assertThatExceptionOfType(IdException.class)
                    .isThrownBy(sequencer::next)
                    .withMessage("interrupted while waiting for the clock; no id was issued");
            assertThat(Thread.currentThread().isInterrupted()).isTrue();
            assertThat(time.parks).hasSize(1);
        } finally {
            Thread.interrupted();
        }
    }
}
