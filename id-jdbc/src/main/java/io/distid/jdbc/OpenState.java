package io.distid.jdbc;

import io.distid.BackendException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * Whether something that asks a database is still open. A call that fails because it was closed meanwhile says so, and does not blame
 * the database. Safe for use by any number of threads.
 */
public final class OpenState {
    private final String what;
    private final AtomicBoolean closed = new AtomicBoolean();

    /** An open one. */
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

    /** Whether it was closed. */
    public boolean isClosed() {
        return closed.get();
    }

    /** Whether this call is the one that closed it. */
    public boolean close() {
        return closed.compareAndSet(false, true);
    }
}
