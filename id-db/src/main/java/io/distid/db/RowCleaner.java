package io.distid.db;

import io.distid.IdException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * Deletes used rows in the background: at most one statement at a time, on one daemon thread that comes and goes.
 *
 * <p>Each {@value #EVERY} ids drawn allow for twice as many rows to go, so that the table shrinks to some thousand rows however
 * many nodes fill it, and each statement stays short. The newest {@value #KEPT} rows below what was drawn are left alone: a
 * server that forgets its counter needs the newest, and a gap lock must not reach where others insert.
 */
final class RowCleaner implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(RowCleaner.class.getName());
    private static final int EVERY = 1_000;
    private static final int KEPT = 1_000;

    private final String strategy;
    private final boolean on;
    private final Duration patience;
    private final ThreadPoolExecutor thread;
    private final AtomicLong sinceLast = new AtomicLong();
    private final LongAdder cleaned = new LongAdder();
    private final LongAdder failures = new LongAdder();

    RowCleaner(String strategy, boolean on, Duration patience) {
        this.strategy = strategy;
        this.on = on;
        this.patience = patience;
        this.thread = new ThreadPoolExecutor(
                0,
                1,
                5,
                TimeUnit.SECONDS,
                new SynchronousQueue<>(),
                task -> {
                    Thread made = new Thread(task, "distid-" + strategy + "-cleaner");
                    made.setDaemon(true);
                    return made;
                },
                new ThreadPoolExecutor.DiscardPolicy());
    }

    void drawn(TicketServer server, long last, int count) {
        if (on && sinceLast.addAndGet(count) >= EVERY) {
            long due = sinceLast.getAndSet(0);
            // Two may come here at once; the second finds little, or the thread busy, and the rows wait for the next
            // time.
            if (due >= EVERY) {
                thread.execute(() -> clean(server, last, due * 2));
            }
        }
    }

    long cleaned() {
        return cleaned.sum();
    }

    long failures() {
        return failures.sum();
    }

    private void clean(TicketServer server, long last, long limit) {
        long below = last - KEPT * server.series().increment();
        try {
            for (long left = limit; left > 0 && below > 1; left -= EVERY) {
                int deleted = server.clean(below, EVERY);
                cleaned.add(deleted);
                if (deleted < EVERY) {
                    return;
                }
            }
        } catch (IdException e) {
            failures.increment();
            if (failures.sum() == 1) {
                LOG.log(
                        Level.WARNING,
                        strategy
                                + ": used rows stay in the table, which grows (said once; set clean=false if that is wanted): "
                                + e.getMessage());
            }
        }
    }

    /** Waits for a statement that is running, no longer than one may take. */
    @Override
    public void close() {
        thread.shutdown();
        try {
            thread.awaitTermination(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
