package io.distid.db;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One server of several: connected to when it is first needed, and passed over for a while after it failed. */
final class DatabaseServer<S extends AutoCloseable> implements AutoCloseable {
    private static final long LATELY = Duration.ofSeconds(5).toNanos();

    private final Supplier<S> connect;
    private final ReentrantLock connecting = new ReentrantLock();
    private volatile @Nullable S server;
    private volatile boolean closed;
    private volatile long failedAt = System.nanoTime() - LATELY;

    /**
     * A server that is not connected to yet.
     *
     * @param connect connects and checks, or throws; not called again once it returned
     */
    DatabaseServer(Supplier<S> connect) {
        this.connect = connect;
    }

    S connected() {
        S known = server;
        if (known != null) {
            return known;
        }
        connecting.lock();
        try {
            known = server;
            if (known == null) {
                requireOpen();
                known = connect.get();
                server = known;
                if (closed) {
                    // While it connected: nobody else would close it.
                    close();
                }
            }
            requireOpen();
            return known;
        } finally {
            connecting.unlock();
        }
    }

    Optional<S> reached() {
        return Optional.ofNullable(server);
    }

    boolean failedLately() {
        return System.nanoTime() - failedAt < LATELY;
    }

    void failed() {
        failedAt = System.nanoTime();
    }

    @Override
    public String toString() {
        return reached().map(Object::toString).orElse("not reached");
    }

    /** Does not wait for a connection that is being made: that is closed by the thread which makes it. */
    @Override
    public void close() {
        closed = true;
        S known = server;
        if (known == null) {
            return;
        }
        try {
            known.close();
        } catch (Exception e) {
            throw e instanceof RuntimeException unchecked ? unchecked : new IllegalStateException(e);
        }
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("it was closed while it connected");
        }
    }
}
