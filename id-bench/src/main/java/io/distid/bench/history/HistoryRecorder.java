package io.distid.bench.history;

import io.distid.IdException;
import io.distid.IdGenerator;
import io.distid.LongIdGenerator;
import io.distid.UuidGenerator;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Draws ids from several generators with several threads each, all at once, and keeps every one of them. Not safe for use by
 * several threads: it starts its own, for one history.
 */
public final class HistoryRecorder {
    /** Beyond the time asked for: what a generator may wait for a lock, a store or a clock before it gives up itself. */
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final int threads;
    private final int idsPerThread;
    private final Duration duration;
    private final AtomicInteger stamps = new AtomicInteger();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private final CountDownLatch start = new CountDownLatch(1);
    private volatile boolean stopped;

    /**
     * For one history.
     *
     * @param threads how many share each generator
     * @param idsPerThread the most ids that each thread takes
     * @param duration the longest that each thread takes ids
     */
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
        long deadline = System.nanoTime() + duration.plus(PATIENCE).toNanos();
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
            while (!stopped && history.size() < idsPerThread && System.nanoTime() - end < 0) {
                if (generator instanceof LongIdGenerator longs) {
                    drawLong(longs, history);
                } else if (generator instanceof UuidGenerator uuids) {
                    drawUuid(uuids, history);
                }
            }
        } catch (Throwable e) {
            failure.compareAndSet(null, e);
            stopped = true;
        }
    }

    private void drawLong(LongIdGenerator generator, ThreadHistory history) {
        int began = stamps.getAndIncrement();
        long id = generator.nextId();
        int returned = stamps.getAndIncrement();
        if (id <= 0) {
            throw new IllegalStateException("returned id " + id + ": ids must be positive");
        }
        history.add(0, id, began, returned);
    }

    private void drawUuid(UuidGenerator generator, ThreadHistory history) {
        int began = stamps.getAndIncrement();
        UUID id = generator.nextUuid();
        int returned = stamps.getAndIncrement();
        history.add(id.getMostSignificantBits(), id.getLeastSignificantBits(), began, returned);
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
