package io.distid.worker;

import io.distid.IdException;
import io.distid.StoreRegressedException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The bounds that one source of worker ids saw confirmed, by record: a store that is behind one has forgotten something. Safe for use by any
 * number of threads.
 */
public final class KnownBounds {
    private final Map<String, Long> bounds;

    /** Nothing is known. */
    public KnownBounds() {
        this(new ConcurrentHashMap<>());
    }

    private KnownBounds(Map<String, Long> bounds) {
        this.bounds = bounds;
    }

    /**
     * The bound of a record, below which the store must not be.
     *
     * @param record its name in the store
     * @return {@link Long#MIN_VALUE} if nothing is known
     */
    public long get(String record) {
        return bounds.getOrDefault(record, Long.MIN_VALUE);
    }

    /**
     * Takes the place of what was confirmed before: a release lowers it.
     *
     * @param record its name in the store
     * @param bound in epoch ms
     */
    public void put(String record, long bound) {
        bounds.put(record, bound);
    }

    /**
     * The bounds as they are now.
     *
     * @return not changed by what is confirmed later
     */
    public KnownBounds copy() {
        return new KnownBounds(Map.copyOf(bounds));
    }

    /**
     * Raises a record that was found below a confirmed bound, so that nobody is granted the id below it. To be called before the error is thrown.
     *
     * @param found what is about to be thrown
     * @param raise raises the record; what it throws is suppressed
     * @return what is to be thrown
     */
    public static StoreRegressedException regressed(StoreRegressedException found, Runnable raise) {
        try {
            raise.run();
        } catch (IdException e) {
            found.addSuppressed(e);
        }
        return found;
    }
}
