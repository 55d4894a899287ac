package io.distid.jdbc;

import io.distid.BackendException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * Whether a user of a database is still open. If a close makes a call fail, the error says so, and does not blame the database. Safe
 * for use by any number of threads.
 */
public final class OpenState {
    private final String what;
    private final AtomicBoolean closed = new AtomicBoolean();

    /** Creates an open state. */
    public OpenState(String what) {
        this.what = what;
    }

    /** Throws an {@link IllegalStateException} once it is closed, before the call or during it. */
    public <T> T call(Supplier<T> work) {
        require();
        try {
            return work.get();
        } catch (BackendException e) {
            require();
            throw e;
        }
    }

    /** Throws an {@link IllegalStateException} once it is closed. */
    public void require() {
        if (closed.get()) {
            throw new IllegalStateException(what + " is closed");
        }
    }

    /** Whether this was closed. */
    public boolean isClosed() {
        return closed.get();
    }

    /** Closes this; returns false if it was closed before. */
    public boolean close() {
        return closed.compareAndSet(false, true);
    }
}
