package io.distid.testkit;

import io.distid.BackendException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Several threads that start together and must end before a deadline. Stateless. */
public final class ConcurrentRunner {
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    /** The task of each thread. Safe for use by several threads. */
    @FunctionalInterface
    public interface Task<T> {
        T run(int member) throws Exception;
    }

    /** The end of a thread: a value or an error; both are null if the task returned null. */
    private record Outcome<T>(T value, Throwable error) {}

    private ConcurrentRunner() {}

    /**
     * Runs a task on several threads at once.
     *
     * @return the result of each member, in their order
     * @throws AssertionError if a task threw, or still runs at the deadline; the message says where it hangs
     */
    public static <T> List<T> run(int members, Duration deadline, Task<T> task) {
        AtomicReferenceArray<Outcome<T>> outcomes = new AtomicReferenceArray<>(members);
        CountDownLatch start = new CountDownLatch(1);
        Thread[] threads = new Thread[members];
        for (int i = 0; i < members; i++) {
            int member = i;
            threads[i] = new Thread(() -> outcomes.set(member, attempt(start, member, task)), "crew-" + i);
            threads[i].setDaemon(true);
            threads[i].start();
        }
        start.countDown();
        join(threads, deadline);
        List<T> values = new ArrayList<>(members);
        for (int i = 0; i < members; i++) {
            Outcome<T> outcome = outcomes.get(i);
            if (outcome.error() instanceof AssertionError failure) {
                throw failure;
            }
            if (outcome.error() != null) {
                throw new AssertionError(
                        "thread " + i + " of " + members + " ended with " + outcome.error(), outcome.error());
            }
            values.add(outcome.value());
        }
        return values;
    }

    /** Runs one task on a thread of its own. */
    public static <T> T alone(Duration deadline, Task<T> task) {
        return run(1, deadline, task).get(0);
    }

    /**
     * Calls until the store answers. If many threads share a few connections on a busy machine, a first call may come too late.
     *
     * @return the first answer
     * @throws BackendException the last error, if no answer comes for five minutes
     */
    public static <T> T untilAnswered(Supplier<T> call) {
        long start = System.nanoTime();
        while (true) {
            try {
                return call.get();
            } catch (BackendException e) {
                if (System.nanoTime() - start > PATIENCE.toNanos()) {
                    throw e;
                }
            }
        }
    }

    private static <T> Outcome<T> attempt(CountDownLatch start, int member, Task<T> task) {
        try {
            start.await();
            return new Outcome<>(task.run(member), null);
        } catch (Exception | AssertionError e) {
            return new Outcome<>(null, e);
        }
    }

    private static void join(Thread[] threads, Duration deadline) {
        long end = System.nanoTime() + deadline.toNanos();
        try {
            for (Thread thread : threads) {
                thread.join(Math.max(1, (end - System.nanoTime()) / 1_000_000));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        List<Thread> alive = Arrays.stream(threads).filter(Thread::isAlive).toList();
        if (!alive.isEmpty()) {
            String stack = Arrays.stream(alive.get(0).getStackTrace())
                    .limit(20)
                    .map(frame -> "\n    at " + frame)
                    .collect(Collectors.joining());
            alive.forEach(Thread::interrupt);
            throw new AssertionError(alive.size() + " of " + threads.length + " threads still run after " + deadline
                    + "; the first of them hangs" + stack);
        }
    }
}
