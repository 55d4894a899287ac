package io.distid.sonyflake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.distid.ClockBehindException;
import io.distid.IdGenerators;
import io.distid.testkit.FreshWorker;
import io.distid.testkit.ManualClock;
import io.distid.time.ClockLimits;
import io.distid.time.SequenceStart;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Clocks that stand still or step back, and what waiting for them costs. */
class ClockTest {
    private final ManualClock clock = new ManualClock(Instant.parse("2026-11-20T12:00:00Z"));

    private Sonyflake open(ClockLimits rule) {
        return Sonyflake.builder().namespace("clock").clock(clock).rule(rule).open(new FreshWorker(1));
    }

    @ParameterizedTest
    @CsvSource({"wait, 0", "original, 2000"})
    void ruleIsChosenByName(String rule, long leadMillis) {
        Map<String, String> config = Map.of(
                "rule", rule, "max-wait", "0ms", "worker", "fixed", "worker.id", "1", "namespace", "rule-" + rule);
        try (Sonyflake sonyflake = (Sonyflake) IdGenerators.openLong("sonyflake", config)) {
            long[] batch = new long[10_000];
            ClockBehindException end = catchThrowableOfType(ClockBehindException.class, () -> {
                while (true) {
                    sonyflake.nextIds(batch, 0, batch.length);
                }
            });
            assertThat(Duration.between(end.clockTime(), end.idTime()))
                    .isBetween(Duration.ofMillis(leadMillis), Duration.ofMillis(leadMillis + 50));
        }
    }

    @Test
    void originalGoesOnDuringAStepBackOfTwoSeconds() {
        try (Sonyflake sonyflake = open(ClockLimits.SONYFLAKE)) {
            long last = sonyflake.nextId();
            clock.stepBack(Duration.ofSeconds(2));
            for (int i = 1; i < 256; i++) {
                long id = sonyflake.nextId();
                assertThat(id).isEqualTo(last + (1 << 16));
                last = id;
            }
        }
    }

    @Test
    void originalDoesNotSleepForHoursWhenTheClockIsSetBackByHours() {
        try (Sonyflake sonyflake = open(ClockLimits.SONYFLAKE)) {
            sonyflake.nextId();
            clock.stepBack(Duration.ofHours(8));

            assertThatThrownBy(sonyflake::nextId)
                    .isInstanceOf(ClockBehindException.class)
                    .hasMessageContaining("28800000 ms behind");
        }
    }

    @Test
    void callersParkedAtASpentTickUseLittleCpu() throws Exception {
        int callers = 4;
        ClockLimits rule = new ClockLimits(Duration.ZERO, Duration.ofMillis(700), SequenceStart.ZERO);
        ExecutorService threads = Executors.newFixedThreadPool(callers);
        try (Sonyflake sonyflake = open(rule)) {
            sonyflake.nextIds(new long[256], 0, 256);
            // What is loaded for the first such call is no cost of waiting.
            parked(sonyflake);
            // A host that takes the core counts as CPU time here, so the least of up to five measurements counts.
            double least = 1;
            for (int turn = 0; turn < 5 && least >= 0.1; turn++) {
                List<Future<long[]>> waits = new ArrayList<>();
                for (int i = 0; i < callers; i++) {
                    waits.add(threads.submit(() -> parked(sonyflake)));
                }
                long wall = 0;
                long cpu = 0;
                for (Future<long[]> wait : waits) {
                    wall = Math.max(wall, wait.get()[0]);
                    cpu += wait.get()[1];
                }
                assertThat(Duration.ofNanos(wall)).isGreaterThan(Duration.ofMillis(690));
                least = Math.min(least, (double) cpu / wall);
            }
            assertThat(least)
                    .as("CPU time of %d parked callers by elapsed time", callers)
                    .isLessThan(0.1);
        } finally {
            threads.shutdownNow();
        }
    }

    /** Elapsed and CPU time, in ns, of a call that waits for a clock which stands still. */
    private static long[] parked(Sonyflake sonyflake) {
        var bean = ManagementFactory.getThreadMXBean();
        long cpu = bean.getCurrentThreadCpuTime();
        long wall = System.nanoTime();
        try {
            throw new AssertionError(sonyflake.nextId() + " was issued while the clock stood still");
        } catch (ClockBehindException e) {
            return new long[] {System.nanoTime() - wall, bean.getCurrentThreadCpuTime() - cpu};
        }
    }

    @Test
    void noIdAllocates() {
        ClockLimits leading = new ClockLimits(Duration.ofHours(1), Duration.ofSeconds(1), SequenceStart.ZERO);
        var bean = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        try (Sonyflake sonyflake =
                Sonyflake.builder().namespace("clock").rule(leading).open(new FreshWorker(1))) {
            long[] batch = new long[64];
            draw(sonyflake, batch);
            // What the JVM itself allocates at times on this thread is no cost of an id: up to five measurements.
            long least = Long.MAX_VALUE;
            for (int i = 0; i < 5 && least >= 10_000; i++) {
                long before = bean.getCurrentThreadAllocatedBytes();
                draw(sonyflake, batch);
                least = Math.min(least, bean.getCurrentThreadAllocatedBytes() - before);
            }
            assertThat(least).as("bytes allocated for 1,650,000 ids").isLessThan(10_000);
        }
    }

    private static void draw(Sonyflake sonyflake, long[] batch) {
        for (int i = 0; i < 50_000; i++) {
            sonyflake.nextId();
            if (i % 2 == 0) {
                sonyflake.nextIds(batch, 0, batch.length);
            }
        }
    }
}
