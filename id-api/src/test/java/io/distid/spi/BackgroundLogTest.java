package io.distid.spi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BackgroundLogTest {
    private volatile Runnable whileLogging = () -> {};
    private final List<String> logged = new CopyOnWriteArrayList<>();
    private final Logger logger = Logger.getLogger(BackgroundLogTest.class.getName());
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord line) {
            whileLogging.run();
            logged.add(line.getLevel() + " " + line.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @BeforeEach
    void listen() {
        logger.setLevel(Level.ALL);
        logger.addHandler(handler);
    }

    @AfterEach
    void stopListening() {
        logger.removeHandler(handler);
    }

    @Test
    void saysEachLineOnceHoweverOftenItIsFlushed() {
        BackgroundLog.warn(BackgroundLogTest.class, "one");
        BackgroundLog.flush();
        BackgroundLog.flush();
        assertThat(logged).containsExactly("WARNING one");
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
        assertThat(logged).containsExactly("waited", "WARNING one");
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
        assertThat(logged).containsExactly("WARNING one");
        writer.join();
    }

    @Test
    void loggingSystemThatFlushesGetsNoLineTwice() {
        whileLogging = BackgroundLog::flush;
        BackgroundLog.warn(BackgroundLogTest.class, "one");
        BackgroundLog.flush();
        assertThat(logged).containsExactly("WARNING one");
    }
}
