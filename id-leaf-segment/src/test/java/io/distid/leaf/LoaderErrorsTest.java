package io.distid.leaf;

import static io.distid.leaf.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.distid.BackendException;
import io.distid.spi.Segment;
import io.distid.spi.SegmentStore;
import io.distid.testkit.CapturedLog;
import io.distid.testkit.Eventually;
import java.time.Duration;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** What goes wrong on the way of a load but in the store: the next load is made all the same. Isolated, since loggers are the process's. */
@Isolated
class LoaderErrorsTest {
    private static final LeafOptions HASTY = LeafOptions.DEFAULT.withMaxWait(Duration.ofSeconds(30));

    private final MemoryStore store = new MemoryStore().put("order", 1, 10);

    /** As where there is no memory for the failure's message either. */
    @Test
    void failureThatCannotBeReportedDoesNotEndLoading() {
        FailingOnce failing = new FailingOnce(store, new AssertionError() {
            @Override
            public String toString() {
                throw new OutOfMemoryError("planted");
            }
        });
        try (LeafSegments segments = LeafSegments.open(failing, Waiting.PATIENT)) {
            assertThat(segments.nextId("order")).isEqualTo(1);
        }
    }

    @Test
    void loggerThatThrowsDoesNotEndLoading() {
        Logger logger = Logger.getLogger(SegmentLoader.class.getName());
        Handler broken = new Throwing();
        try (CapturedLog log = new CapturedLog(SegmentLoader.class);
                LeafSegments segments = LeafSegments.open(store, Waiting.PATIENT)) {
            logger.addHandler(broken);
            // The second segment is on its way once a tenth of the first is used.
            segments.nextIds("order", new long[2], 0, 2);
            await(() -> store.claims().size() == 2);
            store.failWith(new BackendException("away"));
            segments.nextIds("order", new long[18], 0, 18);
            await(() -> !log.lines().isEmpty());
            store.failWith(null);
            assertThat(segments.nextId("order")).isEqualTo(21);
        } finally {
            logger.removeHandler(broken);
        }
    }

    @Test
    void retryThatCannotBeScheduledIsTheNextCallers() {
        FewerThreads threads = new FewerThreads();
        LeafTag tag = new LeafTag("order", new LoadContext(store, HASTY, threads, System::nanoTime), unknown -> {});
        try {
            store.failWith(new BackendException("away"));
            threads.refuses = true;
            assertThatThrownBy(tag::ready).isInstanceOf(BackendException.class);
            store.failWith(null);
            tag.ready();
            assertThat(tag.nextId()).isEqualTo(1);
            threads.refuses = false;
        } finally {
            tag.loader().end();
            threads.shutdownNow();
        }
    }

    /** The task is in the queue by then, as that of an executor is whose thread cannot be started: it must not load beside the next. */
    @Test
    void loadThatCannotBeHandedOverIsNotMadeBesideTheNext() {
        FewerThreads threads = new FewerThreads();
        LeafTag tag =
                new LeafTag("order", new LoadContext(store, Waiting.PATIENT, threads, System::nanoTime), unknown -> {});
        try {
            threads.failsBehind = true;
            assertThatThrownBy(tag::ready).isInstanceOf(OutOfMemoryError.class);
            threads.failsBehind = false;
            tag.ready();
            assertThat(tag.nextId()).isEqualTo(1);
            assertThat(store.claims()).hasSize(1);
        } finally {
            tag.loader().end();
            threads.shutdownNow();
        }
    }

    /** A caller may open it while all that there were before are closed. */
    @Test
    void tagWhoseThreadsHaveEndedIsClosed() {
        FewerThreads threads = new FewerThreads();
        LeafOptions options = LeafOptions.DEFAULT.withMaxWait(Duration.ofHours(1));
        LeafTag tag = new LeafTag("order", new LoadContext(store, options, threads, System::nanoTime), unknown -> {});
        threads.shutdownNow();
        // It does not wait.
        assertThatThrownBy(() -> assertTimeoutPreemptively(Eventually.LIMIT, tag::nextId))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the generator of tag \"order\" is closed");
    }

    /** Of which the machine may have no more. */
    private static final class FewerThreads extends ScheduledThreadPoolExecutor {
        private volatile boolean refuses;
        private volatile boolean failsBehind;

        FewerThreads() {
            super(1, task -> {
                Thread thread = new Thread(task, "fewer-threads");
                thread.setDaemon(true);
                return thread;
            });
        }

        @Override
        public void execute(Runnable task) {
            super.execute(task);
            if (failsBehind) {
                throw new OutOfMemoryError("unable to create native thread");
            }
        }

        @Override
        public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
            if (refuses && delay > 0) {
                throw new OutOfMemoryError("unable to create native thread");
            }
            return super.schedule(task, delay, unit);
        }
    }

    private static final class Throwing extends Handler {
        @Override
        public void publish(LogRecord line) {
            throw new IllegalStateException("the log is full");
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }

    /** A store whose first claim throws. */
    private static final class FailingOnce extends ForwardingStore {
        private final Error error;
        private boolean failed;

        FailingOnce(SegmentStore store, Error error) {
            super(store);
            this.error = error;
        }

        @Override
        public synchronized Segment claim(String tag, long size) {
            if (!failed) {
                failed = true;
                throw error;
            }
            return super.claim(tag, size);
        }
    }
}
