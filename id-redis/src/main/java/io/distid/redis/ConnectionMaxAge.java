package io.distid.redis;

import java.time.Duration;
import java.time.Instant;
import org.apache.commons.pool2.PooledObject;
import org.apache.commons.pool2.impl.EvictionConfig;
import org.apache.commons.pool2.impl.EvictionPolicy;

/**
 * Closes an idle connection of a pool once it is old, however often it is used. After a switchover the address leads to another server,
 * and the old one may stay up and report nothing.
 *
 * @param life how old a connection may be when the pool checks its idle ones
 */
record ConnectionMaxAge<T>(Duration life) implements EvictionPolicy<T> {

    @Override
    public boolean evict(EvictionConfig config, PooledObject<T> pooled, int idleCount) {
        return pooled.getCreateInstant().plus(life).isBefore(Instant.now());
    }
}
