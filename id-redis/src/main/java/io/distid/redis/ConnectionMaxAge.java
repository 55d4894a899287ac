package io.distid.redis;

import java.time.Duration;
import java.time.Instant;
import org.apache.commons.pool2.PooledObject;
import org.apache.commons.pool2.impl.EvictionConfig;
import org.apache.commons.pool2.impl.EvictionPolicy;

/**
 * Lets a pool part with what it made long ago, however often it is used: the server that a connection leads to need not be the one that
 * the address leads to any more, and an old one that is still up reports nothing.
 *
 * @param life how old something may be when the pool looks through what is idle
 */
record ConnectionMaxAge<T>(Duration life) implements EvictionPolicy<T> {

    @Override
    public boolean evict(EvictionConfig config, PooledObject<T> pooled, int idleCount) {
        return pooled.getCreateInstant().plus(life).isBefore(Instant.now());
    }
}
