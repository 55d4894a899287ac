package io.distid.leaf;

import static io.distid.leaf.Waiting.await;

import java.util.PriorityQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.Delayed;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RunnableScheduledFuture;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

/**
 * A loader's thread, a store that takes its time, and the clock of both: a test moves the clock, and what is due by then is done
 * when it goes on.
 */
final class SimulatedLoader extends ScheduledThreadPoolExecutor implements LongSupplier {
    private final MemoryStore store;
    private final PriorityQueue<Task> pending = new PriorityQueue<>();
    private final AtomicInteger active = new AtomicInteger();
    private final AtomicInteger askedByCallers = new AtomicInteger();
    private final Thread test = Thread.currentThread();
    private volatile long nanos;
    private Semaphore gate = new Semaphore(Integer.MAX_VALUE);
    private long claimNanos;
    private long stalledUntil;
    private long claimBegan = -1;

    SimulatedLoader(MemoryStore store) {
        super(1, task -> {
            Thread thread = new Thread(task, "simulated-loader");
            thread.setDaemon(true);
            return thread;
        });
        this.store = store;
    }

    /** From now on each claim takes so long. */
    void claimsTake(long time) {
        claimNanos = time;
        gate = store.hold();
    }

    /** Ends the thread, and the claim that it may be in. */
    void end() {
        gate.release(1_000);
        shutdownNow();
    }

    /** Claims that are under way, or begin within a time, are answered after it. */
    void stall(long time) {
        stalledUntil = nanos + time;
    }

    /** How often the test's thread, and not the timer, asked for a load. */
    int askedByCallers() {
        return askedByCallers.get();
    }

    /** How many looks are to come. */
    synchronized int looks() {
        pending.removeIf(FutureTask::isCancelled);
        return pending.size();
    }

    /** Moves the clock on. */
    void pass(long time) {
        nanos += time;
        if (active.get() > 0) {
            settle();
            if (gate.hasQueuedThreads()) {
                claimBegan = claimBegan < 0 ? nanos : claimBegan;
                if (nanos >= claimBegan + claimNanos && nanos >= stalledUntil) {
                    claimBegan = -1;
                    gate.release();
                    await(() -> !gate.hasQueuedThreads());
                    settle();
                }
            }
        }
        for (Task task = due(); task != null; task = due()) {
            run(task);
            settle();
        }
    }

    private synchronized Task due() {
        Task first = pending.peek();
        return first != null && first.at <= nanos ? pending.poll() : null;
    }

    private void settle() {
        await(() -> active.get() == 0 || gate.hasQueuedThreads());
    }

    private void run(Runnable task) {
        active.incrementAndGet();
        super.schedule(
                () -> {
                    try {
                        task.run();
                    } finally {
                        active.decrementAndGet();
                    }
                },
                0,
                TimeUnit.NANOSECONDS);
    }

    @Override
    public long getAsLong() {
        return nanos;
    }

    @Override
    public void execute(Runnable task) {
        if (Thread.currentThread() == test) {
            askedByCallers.incrementAndGet();
        }
        run(task);
    }

    @Override
    public synchronized ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
        Task added = new Task(Executors.callable(task, null), nanos + unit.toNanos(delay));
        pending.add(added);
        return added;
    }

    private final class Task extends FutureTask<Object> implements RunnableScheduledFuture<Object> {
        private final long at;

        Task(Callable<Object> work, long at) {
            super(work);
            this.at = at;
        }

        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(at - nanos, TimeUnit.NANOSECONDS);
        }

        @Override
        public int compareTo(Delayed other) {
            return Long.compare(getDelay(TimeUnit.NANOSECONDS), other.getDelay(TimeUnit.NANOSECONDS));
        }

        @Override
        public boolean isPeriodic() {
            return false;
        }
    }
}
