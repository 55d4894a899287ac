package io.distid.coordination;

import io.distid.coordination.LockStore.Watch;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;

/**
 * For implementers of {@link LockStore}: notifies waiters of locks that became free. One connection and one daemon thread listen for all locks of a
 * store, from the first waiter on. While the connection fails, the thread tries again each second, and waiters poll. Safe for use by any number of
 * threads.
 */
public final class FreedLocks implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(FreedLocks.class.getName());
    private static final long RETRY_NANOS = 1_000_000_000;

    private final String what;
    private final Source source;
    private final Thread thread;
    private final Map<String, List<Runnable>> watchers = new ConcurrentHashMap<>();
    private volatile boolean listening;
    private volatile boolean closed;

    /** The store's way to listen. {@link #listen} is called by one thread; {@link #end} may be called by any thread at the same time. */
    public interface Source {
        /**
         * Listens until the connection is lost or {@link #end} is called. Called by one thread.
         *
         * @param freed to be notified of the begin, and of each lock that became free
         * @throws Exception if the connection is lost, or cannot be opened
         */
        void listen(FreedLocks freed) throws Exception;

        /** Makes {@link #listen} return as soon as possible. Called by the thread that closes, at any time. */
        void end();
    }

    /**
     * An object that does not listen yet.
     *
     * @param threadName of the thread that will listen
     * @param what the events and their source, for messages
     * @param source called from the first {@link #watch} on
     */
    public FreedLocks(String threadName, String what, Source source) {
        this.what = what;
        this.source = source;
        this.thread = new Thread(null, this::listen, threadName, 0, false);
        thread.setContextClassLoader(null);
        thread.setDaemon(true);
    }

    /**
     * Whether the connection is up.
     *
     * @return false before the first {@link #watch}, too
     */
    public boolean isListening() {
        return listening;
    }

    /** Whether it was closed, so that a source need not begin. */
    public boolean isClosed() {
        return closed;
    }

    /** Whether its thread runs. */
    boolean isAlive() {
        return thread.isAlive();
    }

    /**
     * As {@link LockStore#watch}.
     *
     * @param freed called by the thread that listens; must not block
     */
    public Watch watch(String lock, Runnable freed) {
        watchers.compute(lock, (name, those) -> {
            List<Runnable> more = those == null ? new CopyOnWriteArrayList<>() : those;
            more.add(freed);
            return more;
        });
        start();
        return () -> watchers.computeIfPresent(lock, (name, those) -> {
            those.remove(freed);
            return those.isEmpty() ? null : those;
        });
    }

    /** For the source: from now on it hears of each lock. Earlier events were missed, so all waiters ask. */
    public void began() {
        listening = true;
        watchers.values().forEach(those -> those.forEach(Runnable::run));
    }

    /**
     * For the source: a lock may have become free.
     *
     * @param lock as it was given to {@link #watch}
     */
    public void freed(String lock) {
        List<Runnable> those = watchers.get(lock);
        if (those != null) {
            those.forEach(Runnable::run);
        }
    }

    private synchronized void start() {
        if (thread.getState() == Thread.State.NEW && !closed) {
            thread.start();
        }
    }

    private void listen() {
        boolean warned = false;
        while (!closed) {
            try {
                source.listen(this);
            } catch (Exception | Error e) {
                // An error, too: if the thread ended, nobody would be notified again.
                if (!warned && !closed) {
                    LOG.log(
                            Level.WARNING,
                            "no " + what + " arrive; threads that wait for a lock ask again after some time: "
                                    + e.getMessage());
                    warned = true;
                }
            } finally {
                listening = false;
            }
            if (!closed) {
                // Clears a stray interrupt, which would end each later pause and request.
                Thread.interrupted();
                LockSupport.parkNanos(RETRY_NANOS);
            }
        }
    }

    /** Ends the thread. If the connection does not answer, the thread ends with it. */
    @Override
    public void close() {
        closed = true;
        source.end();
        LockSupport.unpark(thread);
    }
}
