package io.distid.spi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
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
        assertThat(logged.lines()).containsExactly("WARNING one");
    }

    @Test
    void nobodyIsHeldUpForLongByALoggingSystemThatWaitsForThem() throws Exception {
        Thread other = new Thread(BackgroundLog::flush);
        whileLogging = () -> {
            other.start();
            try {
                other.join(10_000);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            logged.add(other.isAlive() ? "still waiting" : "waited");
        };
        BackgroundLog.warn(BackgroundLogTest.class, "one");
        BackgroundLog.flush();
        other.join();
        assertThat(logged.lines()).containsExactly("waited", "WARNING one");
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
        BackgroundLog.flush();
        assertThat(logged.lines()).containsExactly("WARNING one");
        writer.join();
    }

    @Test
    void loggingSystemThatFlushesGetsNoLineTwice() {
        whileLogging = BackgroundLog::flush;
        BackgroundLog.warn(BackgroundLogTest.class, "one");
        BackgroundLog.flush();
        assertThat(logged.lines()).containsExactly("WARNING one");
    }
}
