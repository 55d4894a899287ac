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
 * <p>Each {@value #EVERY} rows made allow for twice as many to go, so that the table shrinks to what is needed however many nodes fill it, and
 * each statement stays short. The count begins anywhere: so of processes that end before they have made so many, some come to it, as often as one that made the rows of all
 * of them.
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
     * With no thread yet.
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
     * Notes rows that were made.
     *
     * @param delete deletes at most so many that are not needed any more, and says how many there were
     */
    public void made(int count, IntUnaryOperator delete) {
        if (on && sinceLast.addAndGet(count) >= EVERY) {
            long due = sinceLast.getAndSet(0);
            // Two may come here at once; the second finds little, or the thread busy, and the rows wait for the next
            // time.
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
