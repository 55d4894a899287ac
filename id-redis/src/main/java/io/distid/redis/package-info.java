/**
 * Redis as a backend: the {@code redis-incr} strategy, segments and worker ids for the algorithms of other modules, locks and idempotency tokens.
 *
 * <p>Everything is found by {@link java.util.ServiceLoader} and configured by keys; what is decided on the server is decided
 * by Lua scripts, each atomic and each on keys of one hash slot, so that standalone servers, Sentinel and Cluster behave alike. Most claims
 * of {@code redis-incr} are a bare {@code INCRBY}, whose answer is compared here.
 */
@NullMarked
package io.distid.redis;

import org.jspecify.annotations.NullMarked;
