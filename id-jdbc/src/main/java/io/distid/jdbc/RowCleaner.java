package io.distid.jdbc;

import io.distid.IdException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntUnaryOperator;

/**
 * Deletes used rows in the background: at most one statement at a time, on one daemon thread that comes and goes.
 *
 * <p>After each {@value #EVERY} new rows up to twice as many are deleted. So the table shrinks to the needed rows, however many nodes fill it, and each statement stays
 * short. The count begins at a random number. So among processes that end early some reach {@value #EVERY}, as often as one process that creates all of their rows.
 */
public final class RowCleaner implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(RowCleaner.class.getName());
    private static final int EVERY = 1_000;

    private final String strategy;
    private final boolean on;
    private final Duration patience;
    private final ThreadPoolExecutor thread;
    private final AtomicLong sinceLast =
            new AtomicLong(ThreadLocalRandom.current().nextLong(EVERY));
    private final AtomicBoolean failed = new AtomicBoolean();

    /**
     * Creates a cleaner without a thread.
     *
     * @param patience how long closing waits for a statement
     */
    public RowCleaner(String strategy, boolean on, Duration patience) {
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

    /**
     * Notes rows that were created.
     *
     * @param delete deletes up to a number of rows that are no longer needed, and returns how many it deleted
     */
    public void made(int count, IntUnaryOperator delete) {
        if (on && sinceLast.addAndGet(count) >= EVERY) {
            long due = sinceLast.getAndSet(0);
            // Two threads may come here at once. The second finds few rows, or a busy cleaner, and the rows wait for
            // the next time.
            if (due >= EVERY) {
                thread.execute(() -> clean(delete, due * 2));
            }
        }
    }

    private void clean(IntUnaryOperator delete, long limit) {
        try {
            for (long left = limit; left > 0; left -= EVERY) {
                if (delete.applyAsInt(EVERY) < EVERY) {
                    return;
                }
            }
        } catch (IdException e) {
            if (failed.compareAndSet(false, true)) {
                LOG.log(
                        Level.WARNING,
                        strategy
                                + ": used rows stay in the table, which grows (said once; set clean=false if that is wanted): "
                                + e.getMessage());
            }
        }
    }

    /** Waits for a running statement, for no longer than a statement may take. */
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
