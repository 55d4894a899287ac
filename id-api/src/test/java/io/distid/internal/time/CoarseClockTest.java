package io.distid.internal.time;

import static io.distid.internal.time.Rules.rule;
import static org.assertj.core.api.Assertions.assertThat;

import io.distid.time.StampBound;
import java.lang.management.ManagementFactory;
import java.lang.ref.WeakReference;
import java.lang.reflect.Field;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class CoarseClockTest {
    private static final String NAME = "distid-coarse-clock";

    @BeforeEach
    void noTickerIsLeftOfAnotherTest() throws InterruptedException {
        for (Thread ticker : tickers()) {
            ticker.join(120_000);
            assertThat(ticker.isAlive()).isFalse();
        }
    }

    @Test
    void oneThreadServesAllUsersAndEndsWithTheLast() throws InterruptedException {
        CoarseClock first = CoarseClock.acquire();
        CoarseClock second = CoarseClock.acquire();
        Thread ticker = onlyTicker();
        first.close();
        first.close();
        assertThat(ticker.isAlive()).as("while the second user reads").isTrue();
        awaitLater(second, second.millis());
        second.close();
        ticker.join(120_000);
        assertThat(ticker.isAlive()).as("after the last user").isFalse();
        assertThat(first.millis()).as("what a closed clock shows").isPositive();
    }

    @Test
    void threadKeepsNothingOfItsFirstUser() {
        try (CoarseClock clock = CoarseClock.acquire()) {
            assertThat(onlyTicker().isDaemon()).isTrue();
            assertThat(onlyTicker().getContextClassLoader()).isNull();
            assertThat(clock.exact().millis()).isPositive();
        }
    }

    @Test
    void startsAgainForTheNextUser() {
        CoarseClock.acquire().close();
        try (CoarseClock clock = CoarseClock.acquire()) {
            awaitLater(clock, clock.millis());
        }
    }

    @Test
    void followsTheSystemsClock() {
        try (CoarseClock clock = CoarseClock.acquire()) {
            for (int i = 0; i < 1_000; i++) {
                long before = clock.millis();
                assertThat(before).isLessThanOrEqualTo(System.currentTimeMillis());
                assertThat(clock.instant()).isAfterOrEqualTo(Instant.ofEpochMilli(before));
            }
            // However late the thread is run, it gets there.
            awaitLater(clock, System.currentTimeMillis());
        }
    }

    /** Else a generator that nobody closes would live as long as the process, and the thread with it. */
    @Test
    void forgottenUseIsCollectedAndEndsTheThread() throws InterruptedException {
        WeakReference<TickSequencer> sequencer = forgotten();
        Thread ticker = onlyTicker();
        while (sequencer.get() != null || ticker.isAlive()) {
            System.gc();
            ticker.join(10);
        }
        assertThat(tickers()).isEmpty();
    }

    private static WeakReference<TickSequencer> forgotten() {
        CoarseClock clock = CoarseClock.acquire();
        TickSequencer sequencer = new TickSequencer(Rules.WIDE, rule(1, 1_000), clock, StampBound.NONE);
        assertThat(sequencer.next()).isPositive();
        return new WeakReference<>(sequencer);
    }

    @Test
    void interruptedTickerGoesOnWithoutSpinning() {
        try (CoarseClock clock = CoarseClock.acquire()) {
            Thread ticker = onlyTicker();
            ticker.interrupt();
            awaitLater(clock, System.currentTimeMillis());
            // A host that takes the core counts as CPU time here, so the least of up to five measurements counts.
            double least = 1;
            for (int i = 0; i < 5 && least >= 0.125; i++) {
                least = Math.min(least, shareOfCpu(ticker));
            }
            assertThat(least).as("the ticker's CPU time by elapsed time").isLessThan(0.125);
        }
    }

    /** Over 0.3 s at the least. */
    private static double shareOfCpu(Thread thread) {
        long cpu = ManagementFactory.getThreadMXBean().getThreadCpuTime(thread.getId());
        long start = System.nanoTime();
        while (System.nanoTime() - start < 300_000_000) {
            LockSupport.parkNanos(10_000_000);
        }
        long used = ManagementFactory.getThreadMXBean().getThreadCpuTime(thread.getId()) - cpu;
        return (double) used / (System.nanoTime() - start);
    }

    @Test
    void errorEndsNoTicker() {
        AtomicInteger reads = new AtomicInteger();
        CoarseClock.Ticker ticker = new CoarseClock.Ticker(() -> {
            int read = reads.getAndIncrement();
            if (read == 1) {
                throw new OutOfMemoryError("planted");
            }
            return Instant.ofEpochMilli(read);
        });
        CoarseClock clock = ticker.use();
        ticker.start();
        while (clock.millis() < 2 && ticker.isAlive()) {
            LockSupport.parkNanos(100_000);
        }
        assertThat(ticker.isAlive()).isTrue();
        clock.close();
    }

    @Test
    void deadTickerIsReplacedForTheNextUser() throws ReflectiveOperationException {
        Field shared = CoarseClock.class.getDeclaredField("shared");
        shared.setAccessible(true);
        CoarseClock.Ticker dead = new CoarseClock.Ticker(InstantSource.system());
        CoarseClock ofTheDead = dead.use();
        shared.set(null, dead);
        try (CoarseClock clock = CoarseClock.acquire()) {
            assertThat(onlyTicker()).isNotSameAs(dead);
            awaitLater(clock, System.currentTimeMillis());
            ofTheDead.close();
            awaitLater(clock, System.currentTimeMillis());
        }
    }

    @Test
    void deadTickerLeavesIdsUniqueAndOrderedAndTheirTimeBehind() {
        CoarseClock clock = CoarseClock.acquire();
        TickFormat format = new TickFormat(0, 1, 41, 12);
        TickSequencer sequencer = new TickSequencer(format, rule(0, 1_000), clock, StampBound.NONE);
        clock.close();
        long dead = clock.millis();
        long last = 0;
        for (int i = 0; i < 20_000; i++) {
            long state = sequencer.next();
            assertThat(state).isGreaterThan(last);
            last = state;
        }
        while (System.currentTimeMillis() < format.tickOf(last) + 50) {
            LockSupport.parkNanos(1_000_000);
        }
        long late = sequencer.next();
        assertThat(late).isEqualTo(last + 1);
        assertThat(format.tickOf(late))
                .as("time moves by the ids alone")
                .isBetween(dead, System.currentTimeMillis() - 49);
        long[] batch = new long[8];
        sequencer.fill(batch, 0, 8);
        assertThat(batch[0]).isGreaterThan(late);
    }

    @Test
    void starvedTickerDoesNotLetIdsLeadTheTrueTime() {
        CoarseClock clock = CoarseClock.acquire();
        TickFormat format = new TickFormat(0, 1, 41, 2);
        TickSequencer sequencer = new TickSequencer(format, rule(5, 1_000), clock, StampBound.NONE);
        clock.close();
        for (int i = 0; i < 400; i++) {
            long state = sequencer.next();
            assertThat(format.tickOf(state)).isLessThanOrEqualTo(System.currentTimeMillis() + 5);
        }
        assertThat(sequencer.lead()).isLessThanOrEqualTo(Duration.ofMillis(6));
    }

    private static Thread onlyTicker() {
        assertThat(tickers()).hasSize(1);
        return tickers().get(0);
    }

    private static List<Thread> tickers() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals(NAME))
                .toList();
    }

    private static void awaitLater(CoarseClock clock, long millis) {
        while (clock.millis() <= millis) {
            LockSupport.parkNanos(100_000);
        }
    }
}
