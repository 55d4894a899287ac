package io.distid.time;

import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A clock that is read from a field, which one daemon thread sets every half millisecond.
 *
 * <p>Shared by all who {@link #acquire()} it; the thread starts with the first and ends with the last of them. Reading it costs
 * a fraction of {@link System#currentTimeMillis()}.
 *
 * <p>If the thread is starved or dies, {@link #millis()} stands still. Sequencers stay unique and ordered all the same, since
 * those do not rest on the clock; the time in their ids lags the true time by as long as the thread was late. A sequencer whose
 * lead is used up reads the {@link #exact()} clock, so it does not stop with a dead thread.
 */
public final class CoarseClock implements InstantSource, AutoCloseable {
    private static final Object LOCK = new Object();
    private static int users;
    private static @Nullable Ticker ticker;

    private final Ticker source;
    private boolean closed;

    private CoarseClock(Ticker source) {
        this.source = source;
    }

    /**
     * A use of the shared clock.
     *
     * @return to be closed when no longer read
     */
    public static CoarseClock acquire() {
        synchronized (LOCK) {
            Ticker running = ticker;
            if (running == null) {
                running = new Ticker();
                running.start();
                ticker = running;
            }
            users++;
            return new CoarseClock(running);
        }
    }

    /** {@inheritDoc} */
    @Override
    public long millis() {
        return source.millis;
    }

    /** {@inheritDoc} */
    @Override
    public Instant instant() {
        return Instant.ofEpochMilli(source.millis);
    }

    /**
     * The clock that the thread reads.
     *
     * @return the system's
     */
    public InstantSource exact() {
        return InstantSource.system();
    }

    /** Ends this use; the thread ends with the last one. A second call does nothing. The field can still be read, but stands. */
    @Override
    public void close() {
        synchronized (LOCK) {
            if (closed) {
                return;
            }
            closed = true;
            if (--users == 0) {
                source.running = false;
                LockSupport.unpark(source);
                ticker = null;
            }
        }
    }

    private static final class Ticker extends Thread {
        private volatile long millis = System.currentTimeMillis();
        private volatile boolean running = true;

        Ticker() {
            // It serves all users, so it keeps nothing of the one who came first: no thread locals, no class loader.
            super(null, null, "distid-coarse-clock", 0, false);
            setContextClassLoader(null);
            setDaemon(true);
        }

        @Override
        public void run() {
            while (running) {
                millis = System.currentTimeMillis();
                // Half a tick: at worst the field is as late as a ms clock is anyway.
                LockSupport.parkNanos(this, 500_000);
                // Nobody has reason to interrupt it, but if somebody did, no park would last any more.
                Thread.interrupted();
            }
        }
    }
}
