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
 * A generator that beans keep while the one behind it is replaced. Each id costs one more read of a volatile field.
 * Safe for use by any number of threads.
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
     * Opens the generator again with its first settings. After a lost lease, calls fail with that reason until the new
     * one is open, and also if it cannot be opened.
     *
     * @throws IllegalStateException if the generator can still be used, or its store regressed and no lease is lost, or
     *     this is closed
     * @throws io.distid.IdException if the generator cannot be opened; calls fail until it is
     */
    void reopen() {
        replacing.lock();
        try {
            LongIdGenerator old = current;
            if (closed) {
                throw new IllegalStateException("generator \"" + name + "\" is closed");
            }
            if (old instanceof LostLong lost) {
                current = opened(lost);
                return;
            }
            boolean isLost = requireUseless(old.stats());
            LostLong lost = isLost ? LostLong.of(name, old) : null;
            if (lost != null) {
                current = lost;
            }
            // Close the old one first: a file of worker ids belongs to it until then. It issues no ids any more.
            try {
                old.close();
            } catch (RuntimeException e) {
                LOG.log(
                        Level.WARNING,
                        "generator \"" + name + "\" is opened again; its predecessor could not be closed",
                        e);
            }
            current = lost == null ? opening.get() : opened(lost);
        } finally {
            replacing.unlock();
        }
    }

    private LongIdGenerator opened(LostLong lost) {
        lost.opening();
        try {
            return opening.get();
        } catch (RuntimeException | Error e) {
            lost.failed(e);
            throw e;
        }
    }

    /** Refuses a generator that can still be used. Returns whether its lease is lost. */
    private boolean requireUseless(IdStats stats) {
        // A generator with a new lease begins above what this process stamped, whatever its store says.
        if (stats.lease().map(LeaseHealth::lost).orElse(false)) {
            return true;
        }
        // A new counter would issue what the store offers again. Only this one knows that those ids were issued, even
        // if it is closed.
        if (stats.failures().containsKey(StoreRegressedException.class)) {
            throw new IllegalStateException(
                    "generator \"" + name + "\" is not opened again: its store offered ids that were"
                            + " issued before, and would offer them to a new one; set the store forward as that error says"
                            + (stats.closed() ? ", and restart the application" : ", and ids go on by themselves"));
        }
        if (!stats.closed()) {
            throw new IllegalStateException("generator \"" + name
                    + "\" is not opened again: it can still be used; only a generator whose lease is lost, or that was"
                    + " closed, is opened again");
        }
        return false;
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
    public String textOf(long id) {
        return current.textOf(id);
    }

    @Override
    public long parseText(String text) {
        return current.parseText(text);
    }

    @Override
    public int textLength() {
        return current.textLength();
    }

    @Override
    public boolean isTextCaseSensitive() {
        return current.isTextCaseSensitive();
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
