package io.distid.db;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.IdException;
import io.distid.InterruptedIdException;
import java.time.Duration;
import java.util.Objects;
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
    /** Of the last attempt to connect, but where that was ended by an interrupt or an error, which is its caller's alone; under the lock. */
    private @Nullable IdException failure;

    /** How many attempts to connect have ended. */
    private volatile int attempts;

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

    /**
     * The server. Whoever comes while another call connects to it gets what that one gets, so that nobody waits for more than one or two attempts.
     *
     * @throws IdException if it cannot be reached or does not fit, or the thread is interrupted while it waits
     */
    S connected() {
        S known = server;
        if (known != null) {
            return known;
        }
        int seen = attempts;
        try {
            connecting.lockInterruptibly();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIdException("interrupted while another call connects to the database", e);
        }
        try {
            requireOpen();
            known = server;
            if (known != null) {
                return known;
            }
            if (failure != null && attempts != seen) {
                throw failure instanceof ConfigException
                        ? new ConfigException(failure.getMessage(), failure)
                        : new BackendException(failure.getMessage(), failure);
            }
            return connect();
        } finally {
            connecting.unlock();
        }
    }

    private S connect() {
        failure = null;
        try {
            server = connect.get();
        } catch (BackendException | ConfigException e) {
            failure = e;
            throw e;
        } finally {
            attempts++;
        }
        if (closed) {
            // While it connected: nobody else would close it.
            close();
        }
        requireOpen();
        return Objects.requireNonNull(server);
    }

    /** Whether a call would have to wait for another one's attempt to connect. */
    boolean isBeingConnected() {
        return server == null && connecting.isLocked();
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
