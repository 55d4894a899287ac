package io.distid.spring.boot;

import io.distid.IdStats;
import io.distid.IdTraits;
import io.distid.LongIdGenerator;
import io.distid.StoreRegressedException;
import io.distid.worker.LeaseHealth;
import java.lang.System.Logger.Level;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * A generator that beans keep, though the one behind it is replaced once it is of no more use. An id costs one read of a volatile field
 * more. Safe for use by any number of threads.
 */
final class ReopenableLong implements LongIdGenerator {
    private static final System.Logger LOG = System.getLogger(DistidGenerators.class.getName());

    private final String name;
    private final Supplier<LongIdGenerator> opening;
    /** Not a monitor, which would pin a virtual thread while a store is waited for. */
    private final ReentrantLock replacing = new ReentrantLock();

    private volatile LongIdGenerator current;
    private boolean closed;

    ReopenableLong(String name, Supplier<LongIdGenerator> opening) {
        this.name = name;
        this.opening = opening;
        this.current = opening.get();
    }

    /**
     * Opens the generator anew, with the settings it was opened with.
     *
     * @throws IllegalStateException if it can still be used, or is closed
     * @throws io.distid.IdException if it cannot be opened; what was there stays
     */
    void reopen() {
        replacing.lock();
        try {
            LongIdGenerator old = current;
            if (closed) {
                throw new IllegalStateException("generator \"" + name + "\" is closed");
            }
            requireUseless(old.stats());
            // A lost lease leaves its worker id to whoever takes it next, so the new one need not wait for the old
            // one's end.
            current = opening.get();
            try {
                old.close();
            } catch (RuntimeException e) {
                LOG.log(
                        Level.WARNING,
                        "generator \"" + name + "\" was opened anew; what it was before could not be closed",
                        e);
            }
        } finally {
            replacing.unlock();
        }
    }

    private void requireUseless(IdStats stats) {
        boolean lost = stats.lease().map(LeaseHealth::lost).orElse(false);
        if (!lost && !stats.failures().containsKey(StoreRegressedException.class) && !stats.closed()) {
            throw new IllegalStateException("generator \"" + name
                    + "\" can still be used: only one whose lease is lost or whose store regressed is opened anew");
        }
    }

    @Override
    public long nextId() {
        return current.nextId();
    }

    @Override
    public void nextIds(long[] ids, int from, int to) {
        current.nextIds(ids, from, to);
    }

    @Override
    public String nextText() {
        return current.nextText();
    }

    @Override
    public IdTraits traits() {
        return current.traits();
    }

    @Override
    public IdStats stats() {
        return current.stats();
    }

    @Override
    public <T> T unwrap(Class<T> type) {
        return type.isInstance(this) ? type.cast(this) : current.unwrap(type);
    }

    @Override
    public void close() {
        replacing.lock();
        try {
            closed = true;
            current.close();
        } finally {
            replacing.unlock();
        }
    }

    @Override
    public String toString() {
        return current.toString();
    }
}
