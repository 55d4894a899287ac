package io.distid.bench.latency;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.Histogram;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

/** Calls that take as long as a test says, by a clock that only calls and waits move. */
class CallTimerTest {
    private static final long CALL = Duration.ofNanos(1_000).toNanos();
    private static final long STALL = Duration.ofMillis(100).toNanos();
    private static final Duration LONG = Duration.ofMinutes(1);

    private final StillClock clock = new StillClock();
    private final AtomicLong calls = new AtomicLong();

    private static final class StillClock implements NanoClock {
        private long now = 7;

        @Override
        public long nanos() {
            return now;
        }

        @Override
        public void pass(long nanos) {
            now += nanos;
        }
    }

    /** The 2,000th call stalls. */
    private long stallsOnce() {
        long call = calls.incrementAndGet();
        clock.pass(call == 2_000 ? STALL : CALL);
        return call;
    }

    private long takes(long nanos) {
        clock.pass(nanos);
        return nanos;
    }

    @Test
    void callsThatWereDueDuringAStallAreAllLate() {
        TimedCalls timed = new CallTimer(this::stallsOnce, clock).paced(10_000, 5_000, LONG);

        Histogram histogram = timed.histogram();
        assertThat(histogram.getTotalCount()).isEqualTo(5_000);
        // One arrival each 0.1 ms, over 100 ms, and a few while the caller catches up at 1 us a call.
        assertThat(histogram.getCountBetweenValues(2 * CALL, 2 * STALL)).isBetween(1_000L, 1_015L);
        assertThat((double) histogram.getMaxValue()).isBetween(0.999 * STALL, 1.002 * STALL);
        // They were late by anything from nothing to all of it, alike.
        assertThat((double) histogram.getValueAtPercentile(90)).isBetween(0.48 * STALL, 0.52 * STALL);
        assertThat(histogram.getValueAtPercentile(50)).isLessThanOrEqualTo(CALL + 1);
    }

    @Test
    void aCallerThatWaitsForEachCallSeesTheStallOnce() {
        TimedCalls timed = new CallTimer(this::stallsOnce, clock).flatOut(Duration.ZERO, 5_000, LONG);

        assertThat(timed.histogram().getCountBetweenValues(2 * CALL, 2 * STALL)).isEqualTo(1);
        assertThat(timed.histogram().getTotalCount()).isEqualTo(5_000);
        assertThat(timed.histogram().getValueAtPercentile(99)).isLessThanOrEqualTo(CALL + 1);
    }

    @Test
    void latencyOfAFreeCallerIsThatOfTheCallAndTheRateIsTheOneAskedFor() {
        TimedCalls timed = new CallTimer(() -> takes(CALL), clock).paced(10_000, 1_000, LONG);

        assertThat(timed.histogram().getMinValue()).isEqualTo(CALL);
        assertThat(timed.histogram().getMaxValue()).isLessThanOrEqualTo(CALL + 1);
        assertThat(timed.perSecond()).isBetween(10_000.0, 10_020.0);
    }

    @Test
    void callsNotMadeForWantOfPatienceCountWithWhatTheyHaveWaited() {
        // Each call takes ten times the interval: after 1 s 1,000 are made, and 9,000 wait.
        TimedCalls timed = new CallTimer(() -> takes(1_000_000), clock).paced(10_000, 100_000, Duration.ofSeconds(1));

        assertThat(timed.made()).isEqualTo(1_000);
        assertThat(timed.histogram().getTotalCount()).isBetween(9_999L, 10_001L);
        assertThat(timed.perSecond()).isBetween(999.0, 1_001.0);
        assertThat((double) timed.histogram().getMaxValue()).isBetween(0.899e9, 0.901e9);
        assertThat((double) timed.histogram().getValueAtPercentile(50)).isBetween(0.44e9, 0.46e9);
    }

    @Test
    void flatOutEndsWithItsWindowOrItsPatience() {
        CallTimer slow = new CallTimer(() -> takes(1_000_000), clock);

        assertThat(slow.flatOut(Duration.ofMillis(50), 1, LONG).made()).isEqualTo(50);
        assertThat(slow.flatOut(Duration.ofMillis(50), 80, LONG).made()).isEqualTo(80);
        assertThat(slow.flatOut(Duration.ofMillis(50), 1_000, Duration.ofMillis(90))
                        .made())
                .isBetween(90L, 92L);
    }

    @Test
    void systemClockCallsAreNeverEarly() {
        long interval = 100_000;
        long begin = System.nanoTime();
        AtomicLong early = new AtomicLong();
        CallTimer real = new CallTimer(
                () -> {
                    long due = calls.getAndIncrement() * interval;
                    if (System.nanoTime() - begin < due) {
                        early.incrementAndGet();
                    }
                    return due;
                },
                NanoClock.SYSTEM);

        TimedCalls timed = real.paced(1e9 / interval, 500, LONG);

        assertThat(early.get()).isZero();
        assertThat(timed.nanos()).isGreaterThanOrEqualTo(499 * interval);
        assertThat(timed.histogram().getTotalCount()).isEqualTo(500);
    }

    @Test
    void histogramsSurviveTheWayFromAJvmToAnother() throws IOException, ClassNotFoundException {
        TimedCalls sent = new CallTimer(this::stallsOnce, clock).paced(10_000, 3_000, LONG);

        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(sent);
        }
        TimedCalls received =
                (TimedCalls) new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();

        assertThat(received).isEqualTo(sent);
        TimedCalls twice = received.plus(sent);
        assertThat(twice.histogram().getTotalCount()).isEqualTo(6_000);
        assertThat(twice.perSecond()).isCloseTo(sent.perSecond(), Percentage.withPercentage(0.01));
        assertThat(sent.histogram().getTotalCount()).isEqualTo(3_000);
    }
}
