package io.distid.bench.history;

import io.distid.IdGenerator;
import io.distid.UuidGenerator;
import io.distid.bench.jvm.DaemonThreads;
import io.distid.bench.results.LeastIds;
import io.distid.bench.way.Way;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

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
    private volatile boolean stopped;

    /** For one history: each thread ends after so many ids or so long, but not before it has the least ids. */
    public HistoryRecorder(int threads, int idsPerThread, Duration duration) {
        this.threads = threads;
        this.idsPerThread = idsPerThread;
        this.duration = duration;
    }

    /**
     * Draws the ids of one generator for each node, all of one strategy. They stay open. Throws what a generator threw,
     * and an {@link IllegalStateException} if an id is not positive or a call did not return.
     */
    public History record(List<? extends IdGenerator> generators) throws InterruptedException {
        List<ThreadHistory> histories = new ArrayList<>();
        List<Callable<Void>> drawers = new ArrayList<>();
        CountDownLatch start = new CountDownLatch(generators.size() * threads);
        for (int g = 0; g < generators.size(); g++) {
            for (int t = 0; t < threads; t++) {
                IdGenerator generator = generators.get(g);
                ThreadHistory history = new ThreadHistory(g, t);
                histories.add(history);
                drawers.add(() -> draw(generator, history, start));
            }
        }
        ExecutorService pool = Executors.newFixedThreadPool(drawers.size(), DaemonThreads.named("distid-bench-drawer"));
        long longest = duration.plus(LeastIds.PATIENCE).plus(PATIENCE).toMillis();
        try {
            for (Future<Void> drawn : pool.invokeAll(drawers, longest, TimeUnit.MILLISECONDS)) {
                drawn.get();
            }
        } catch (CancellationException e) {
            throw new IllegalStateException("a call for an id did not return within " + PATIENCE.toSeconds() + " s", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new IllegalStateException(String.valueOf(e.getCause()), e.getCause());
        } finally {
            stopped = true;
            pool.shutdownNow();
        }
        return new History(generators.size(), threads, stamps.get(), histories);
    }

    private @Nullable Void draw(IdGenerator generator, ThreadHistory history, CountDownLatch start)
            throws InterruptedException {
        try {
            start.countDown();
            start.await();
            long end = System.nanoTime() + duration.toNanos();
            long lastEnd = end + LeastIds.PATIENCE.toNanos();
            int least = LeastIds.perThread(LeastIds.PER_NODE, threads);
            List<Way> ways = Way.offeredBy(generator);
            for (int turn = 0; shouldContinue(history, least, end, lastEnd); turn++) {
                int most = Math.min(LONGEST_TURN, 1 << Math.min(turn / ways.size(), 30));
                Way way = ways.get((turn + history.thread) % ways.size());
                turn(generator, way, Math.min(most, idsPerThread - history.size), history, lastEnd);
            }
            return null;
        } catch (Throwable e) {
            stopped = true;
            throw e;
        }
    }

    private boolean shouldContinue(ThreadHistory history, int least, long end, long lastEnd) {
        long now = System.nanoTime();
        return !stopped && history.size < idsPerThread && (now - end < 0 || history.size < least && now - lastEnd < 0);
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
}
