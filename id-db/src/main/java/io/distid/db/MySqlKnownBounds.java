package io.distid.db;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The bounds that one source of worker ids saw confirmed, to notice a table that forgot them. Safe for use by any number of threads. */
final class MySqlKnownBounds {
    private final Map<Slot, Long> bounds;

    private record Slot(String namespace, int id) {}

    MySqlKnownBounds() {
        this(new ConcurrentHashMap<>());
    }

    private MySqlKnownBounds(Map<Slot, Long> bounds) {
        this.bounds = bounds;
    }

    /** Takes the place of what was confirmed before: a release lowers it. */
    void put(String namespace, int id, long bound) {
        bounds.put(new Slot(namespace, id), bound);
    }

    /** The bound of an id; {@link Long#MIN_VALUE} if there is none. */
    long get(String namespace, int id) {
        return bounds.getOrDefault(new Slot(namespace, id), Long.MIN_VALUE);
    }

    /** As they are now. */
    MySqlKnownBounds copy() {
        return new MySqlKnownBounds(Map.copyOf(bounds));
    }
}
