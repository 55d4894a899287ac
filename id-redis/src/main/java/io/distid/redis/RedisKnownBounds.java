package io.distid.redis;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What this process knows of worker ids that it held: a store that falls behind it has forgotten something. Thread-safe. */
final class RedisKnownBounds {
    private final Map<String, Long> bounds = new ConcurrentHashMap<>();

    /** Below which the store must not be, {@link Long#MIN_VALUE} if nothing is known. */
    long of(String name) {
        return bounds.getOrDefault(name, Long.MIN_VALUE);
    }

    void set(String name, long bound) {
        bounds.put(name, bound);
    }
}
