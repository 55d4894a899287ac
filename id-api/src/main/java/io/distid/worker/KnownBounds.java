package io.distid.worker;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The bounds that one source of worker ids saw confirmed, by record: a store that is behind one has forgotten something. Safe for use by any
 * number of threads.
 */
final class KnownBounds {
    private final Map<String, Long> bounds;

    /** Nothing is known. */
    KnownBounds() {
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
    long get(String record) {
        return bounds.getOrDefault(record, Long.MIN_VALUE);
    }

    /**
     * Takes the place of what was confirmed before: a release lowers it.
     *
     * @param record its name in the store
     * @param bound in epoch ms
     */
    void put(String record, long bound) {
        bounds.put(record, bound);
    }

    /**
     * The bounds as they are now.
     *
     * @return not changed by what is confirmed later
     */
    KnownBounds copy() {
        return new KnownBounds(Map.copyOf(bounds));
    }
}
