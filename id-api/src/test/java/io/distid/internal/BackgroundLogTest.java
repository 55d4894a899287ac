package io.distid.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.spi.CapturedLog;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BackgroundLogTest {
    private volatile Runnable whileLogging = () -> {};
    private final CapturedLog logged = new CapturedLog(BackgroundLogTest.class, () -> whileLogging.run());

    @AfterEach
    void stopListening() {
        logged.close();
    }

    @Test
    void saysEachLineOnceHoweverOftenItIsFlushed() {
        BackgroundLog.warn(BackgroundLogTest.class, "one");
        BackgroundLog.flush();
        BackgroundLog.flush();
        assertLines("WARNING one");
    }

    @Test
    void nobodyIsHeldUpForLongByALoggingSystemThatWaitsForThem() throws Exception {
        Thread other = new Thread(BackgroundLog::flush);
        whileLogging = () -> {
            other.start();
            try {
                other.join(120_000);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            logged.add(other.isAlive() ? "still waiting" : "waited");
        };
        BackgroundLog.warn(BackgroundLogTest.class, "one");
        BackgroundLog.flush();
        other.join();
        assertLines("waited", "WARNING one");
    }

    @Test
    void flushReturnsAfterTheLineThatAnotherThreadWrites() throws Exception {
        CountDownLatch writing = new CountDownLatch(1);
        Thread writer = new Thread(BackgroundLog::flush);
        whileLogging = () -> {
            writing.countDown();
            LockSupport.parkNanos(50_000_000);
        };
        BackgroundLog.warn(BackgroundLogTest.class, "one");
        writer.start();
        writing.await();
        long start = System.nanoTime();
        BackgroundLog.flush();
        // On a machine that stands still the writer may take longer than the longest wait.
        assertThat(!logged.lines().isEmpty() || System.nanoTime() - start >= 1_000_000_000)
                .as("whether it returned after the line, or after a second")
                .isTrue();
        assertLines("WARNING one");
        writer.join();
    }

    @Test
    void loggingSystemThatFlushesGetsNoLineTwice() {
        whileLogging = BackgroundLog::flush;
        BackgroundLog.warn(BackgroundLogTest.class, "one");
        BackgroundLog.flush();
        assertLines("WARNING one");
    }

    /** Now, or once the line's own thread has written it: it does so if the test stands still before it flushes. */
    private void assertLines(String... lines) {
        Awaitility.await()
                .atMost(Duration.ofMinutes(2))
                .pollDelay(Duration.ZERO)
                .untilAsserted(() -> assertThat(logged.lines()).containsExactly(lines));
    }
}
