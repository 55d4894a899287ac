package io.distid.etcd;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The bounds that were confirmed to this process, by key: an etcd that falls behind one has forgotten something. Thread-safe. */
final class EtcdKnownBounds {
    private final Map<String, Long> bounds = new ConcurrentHashMap<>();

    /** Below which the record must not be, {@link Long#MIN_VALUE} if nothing is known. */
    long of(String key) {
        return bounds.getOrDefault(key, Long.MIN_VALUE);
    }

    void set(String key, long bound) {
        bounds.put(key, bound);
    }
}
