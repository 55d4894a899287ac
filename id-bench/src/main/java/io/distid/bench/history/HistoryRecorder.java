package io.distid.bench.history;

import io.distid.IdException;
import io.distid.IdGenerator;
import io.distid.UuidGenerator;
import io.distid.bench.results.LeastIds;
import io.distid.bench.way.Way;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Takes ids from several generators with several threads each, all at once, and keeps every id. Each thread uses the
 * ways of a generator by turns, and each begins with another way. So single ids, batches and texts meet. Not safe for
 * use by several threads: it starts its own, for one history.
 */
public final class HistoryRecorder {
    /** The extra time for a generator that waits for a lock, a store or a clock until it gives up. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /**
     * The largest turn. Turns grow up to it. So slow generators are asked in each way, too, and fast ones for batches
     * of the measured size.
     */
    private static final int LONGEST_TURN = 1024;

    private final int threads;
    private final int idsPerThread;
    private final Duration duration;
    private final AtomicInteger stamps = new AtomicInteger();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private final CountDownLatch start = new CountDownLatch(1);
    private volatile boolean stopped;

    /** For one history. */
    public HistoryRecorder(int threads, int idsPerThread, Duration duration) {
        this.threads = threads;
        this.idsPerThread = idsPerThread;
        this.duration = duration;
    }

    /**
     * Draws the ids. The generators stay open.
     *
     * @param generators one for each node, all of one strategy
     * @return every id that was returned
     * @throws IdException as a generator threw it
     * @throws IllegalStateException if a generator failed otherwise, returned an id that is not positive, or did not return
     * @throws InterruptedException if the caller was interrupted; the threads stop
     */
    public History record(List<? extends IdGenerator> generators) throws InterruptedException {
        boolean wide = generators.get(0) instanceof UuidGenerator;
        List<ThreadHistory> histories = new ArrayList<>();
        List<Thread> drawers = new ArrayList<>();
        for (int g = 0; g < generators.size(); g++) {
            for (int t = 0; t < threads; t++) {
                IdGenerator generator = generators.get(g);
                ThreadHistory history = new ThreadHistory(g, t, wide);
                histories.add(history);
                Thread drawer = new Thread(() -> draw(generator, history), "distid-bench-drawer-" + g + "-" + t);
                drawer.setDaemon(true);
                drawer.start();
                drawers.add(drawer);
            }
        }
        start.countDown();
        try {
            awaitAll(drawers);
        } finally {
            stopped = true;
            drawers.forEach(Thread::interrupt);
        }
        rethrow(failure.get());
        return new History(wide, generators.size(), threads, stamps.get(), histories);
    }

    private void awaitAll(List<Thread> drawers) throws InterruptedException {
        long deadline = System.nanoTime()
                + duration.plus(LeastIds.PATIENCE).plus(PATIENCE).toNanos();
        for (Thread drawer : drawers) {
            long left = (deadline - System.nanoTime()) / 1_000_000;
            drawer.join(Math.max(1, left));
            if (drawer.isAlive()) {
                throw new IllegalStateException(
                        "a call for an id did not return within " + PATIENCE.toSeconds() + " s");
            }
        }
    }

    private void draw(IdGenerator generator, ThreadHistory history) {
        try {
            start.await();
            long end = System.nanoTime() + duration.toNanos();
            long lastEnd = end + LeastIds.PATIENCE.toNanos();
            int least = LeastIds.perThread(LeastIds.PER_NODE, threads);
            List<Way> ways = Way.offeredBy(generator);
            for (int turn = 0; shouldContinue(history, least, end, lastEnd); turn++) {
                int most = Math.min(LONGEST_TURN, 1 << Math.min(turn / ways.size(), 30));
                Way way = ways.get((turn + history.thread()) % ways.size());
                turn(generator, way, Math.min(most, idsPerThread - history.size()), history, lastEnd);
            }
        } catch (Throwable e) {
            failure.compareAndSet(null, e);
            stopped = true;
        }
    }

    private boolean shouldContinue(ThreadHistory history, int least, long end, long lastEnd) {
        long now = System.nanoTime();
        return !stopped
                && history.size() < idsPerThread
                && (now - end < 0 || history.size() < least && now - lastEnd < 0);
    }

    /** Takes some ids in one way: a batch by one call, others by a call for each. */
    private void turn(IdGenerator generator, Way way, int ids, ThreadHistory history, long lastEnd) {
        int perCall = way == Way.BATCH ? ids : 1;
        boolean wide = generator instanceof UuidGenerator;
        long[] words = new long[wide ? 2 * perCall : perCall];
        for (int taken = 0; taken < ids && !stopped && System.nanoTime() - lastEnd < 0; taken += perCall) {
            // Ids of a batch overlap, as calls of several threads do: each has its own numbers around the call.
            int began = stamps.getAndAdd(perCall);
            way.take(generator, words, 0, words.length);
            int returned = stamps.getAndAdd(perCall);
            for (int i = 0; i < perCall; i++) {
                if (wide) {
                    history.add(words[2 * i], words[2 * i + 1], began + i, returned + i);
                } else if (words[i] <= 0) {
                    throw new IllegalStateException("returned id " + words[i] + ": ids must be positive");
                } else {
                    history.add(0, words[i], began + i, returned + i);
                }
            }
        }
    }

    private static void rethrow(Throwable thrown) {
        if (thrown instanceof RuntimeException e) {
            throw e;
        }
        if (thrown instanceof Error e) {
            throw e;
        }
        if (thrown != null) {
            throw new IllegalStateException(thrown.toString(), thrown);
        }
    }
}
