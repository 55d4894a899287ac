package io.distid.internal.time;

import java.lang.ref.WeakReference;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A clock that is read from a field, which one daemon thread sets every half millisecond.
 *
 * <p>All users that {@link #acquire()} it share one thread. The thread starts with the first use and ends with the last, whether closed or forgotten.
 * Reading it costs a fraction of {@link System#currentTimeMillis()}.
 *
 * <p>If the thread is starved, {@link #millis()} stands still. An error does not end the thread; if it ends all the same, the next {@link #acquire()}
 * starts another for later users. Sequencers stay unique and ordered in any case, since these properties do not rest on the clock. The time in their
 * ids lags by as long as the thread was late. A sequencer whose lead is used up reads the {@link #exact()} clock, so a dead thread does not stop it.
 * Safe for use by any number of threads.
 */
public final class CoarseClock implements InstantSource, AutoCloseable {
    private static final Object LOCK = new Object();
    private static @Nullable Ticker shared;

    private final Ticker ticker;
    /** The thread's weak reference to this use, so that a use that nobody closes can be collected. */
    private final WeakReference<CoarseClock> use = new WeakReference<>(this);

    private CoarseClock(Ticker ticker) {
        this.ticker = ticker;
    }

    /**
     * A use of the shared clock.
     *
     * @return to be closed when no longer read
     */
    public static CoarseClock acquire() {
        synchronized (LOCK) {
            Ticker running = shared;
            if (running == null || !running.isAlive()) {
                running = new Ticker(InstantSource.system());
                running.start();
                shared = running;
            }
            return running.use();
        }
    }

    @Override
    public long millis() {
        return ticker.millis;
    }

    @Override
    public Instant instant() {
        return Instant.ofEpochMilli(ticker.millis);
    }

    /** The clock that the thread reads. */
    public InstantSource exact() {
        return ticker.exact;
    }

    /** Ends this use; the thread ends with the last one. A second call does nothing. The field can still be read, but stands. */
    @Override
    public void close() {
        synchronized (LOCK) {
            ticker.end(use);
        }
    }

    /** The thread. */
    static final class Ticker extends Thread {
        private final InstantSource exact;
        private final List<WeakReference<CoarseClock>> uses = new CopyOnWriteArrayList<>();
        private volatile long millis;
        private volatile boolean running = true;

        Ticker(InstantSource exact) {
            // The thread serves all users, so it keeps no thread locals and no class loader of the first user.
            super(null, null, "distid-coarse-clock", 0, false);
            setContextClassLoader(null);
            setDaemon(true);
            this.exact = exact;
            this.millis = exact.millis();
        }

        @Override
        public void run() {
            while (running) {
                try {
                    turn();
                } catch (Throwable e) {
                    // One turn is missed. Logging may fail for the same reason, and would be repeated each half ms.
                }
                // Half a tick: at worst the field is as late as any ms clock.
                LockSupport.parkNanos(this, 500_000);
                // Clears an unexpected interrupt, which would end each later park at once.
                Thread.interrupted();
            }
        }

        /** Reads the clock. If it moved, looks for forgotten uses. */
        void turn() {
            long now = exact.millis();
            if (now != millis) {
                millis = now;
                uses.forEach(this::endIfForgotten);
            }
        }

        CoarseClock use() {
            CoarseClock clock = new CoarseClock(this);
            uses.add(clock.use);
            return clock;
        }

        private void endIfForgotten(WeakReference<CoarseClock> use) {
            if (use.refersTo(null)) {
                synchronized (LOCK) {
                    end(use);
                }
            }
        }

        /** Under the lock. */
        private void end(WeakReference<CoarseClock> use) {
            if (uses.remove(use) && uses.isEmpty()) {
                running = false;
                LockSupport.unpark(this);
                if (shared == this) {
                    shared = null;
                }
            }
        }
    }
}
