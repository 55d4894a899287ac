package io.distid.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.distid.BackendException;
import io.distid.InterruptedIdException;
import io.distid.testkit.Eventually;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two servers, of which the first does not answer. The limit is for calls that would wait for it for ever. */
@Timeout(value = 2, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class DatabaseServersTest {
    private static final int SILENT = 0;
    private static final int CALLS = 8;

    private final AtomicInteger attempts = new AtomicInteger();
    private final CountDownLatch timedOut = new CountDownLatch(1);
    private final LinkedBlockingQueue<Throwable> errors = new LinkedBlockingQueue<>();
    private final DatabaseServers<AutoCloseable> servers = new DatabaseServers<>(2, this::connect);

    @AfterEach
    void close() {
        timedOut.countDown();
        servers.close();
    }

    private AutoCloseable connect(int index) {
        if (index != SILENT) {
            return () -> {};
        }
        attempts.incrementAndGet();
        try {
            timedOut.await();
        } catch (InterruptedException e) {
            throw new InterruptedIdException("interrupted while it connects", e);
        }
        throw new BackendException("no answer within the time-out");
    }

    private Thread start() {
        Thread thread = new Thread(() -> errors.add(catchThrowable(() -> servers.server(SILENT))));
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private Throwable error() throws InterruptedException {
        return errors.poll(Eventually.LIMIT.toSeconds(), TimeUnit.SECONDS);
    }

    private void awaitWaiting(List<Thread> threads) {
        Eventually.await("calls that wait")
                .until(() -> threads.stream().allMatch(thread -> thread.getState() == Thread.State.WAITING));
    }

    @Test
    void serverThatDoesNotAnswerIsWaitedForOnceByAllCalls() throws Exception {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < CALLS; i++) {
            threads.add(start());
        }
        awaitWaiting(threads);
        timedOut.countDown();
        for (int i = 0; i < CALLS; i++) {
            assertThat(error()).isInstanceOf(BackendException.class).hasMessage("no answer within the time-out");
        }
        assertThat(attempts).as("one for all of them").hasValue(1);
        assertThat(catchThrowable(() -> servers.server(SILENT)))
                .as("of a call that comes later")
                .isInstanceOf(BackendException.class);
        assertThat(attempts).hasValue(2);
    }

    @Test
    void serverThatAnotherCallConnectsToIsSkipped() {
        awaitWaiting(List.of(start()));
        assertThat(servers.<AutoCloseable>call(SILENT, server -> server)).isSameAs(servers.server(1));
        assertThat(attempts).hasValue(1);
    }

    @Test
    void interruptOfTheConnectingCallIsNoFailureOfTheOthers() throws Exception {
        Thread first = start();
        awaitWaiting(List.of(first));
        awaitWaiting(List.of(start()));
        first.interrupt();
        assertThat(error()).isInstanceOf(InterruptedIdException.class);
        Eventually.await("an attempt of the other's own").until(() -> attempts.get() == 2);
    }

    @Test
    void callThatWaitsForAnotherOnesAttemptCanBeInterrupted() throws Exception {
        awaitWaiting(List.of(start()));
        Thread second = start();
        awaitWaiting(List.of(second));
        second.interrupt();
        assertThat(error()).isInstanceOf(InterruptedIdException.class);
        assertThat(attempts).hasValue(1);
    }
}
