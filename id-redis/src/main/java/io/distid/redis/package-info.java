/**
 * Redis as a backend: the {@code redis-incr} strategy, segments and worker ids for the algorithms of other modules, locks and idempotency tokens.
 *
 * <p>{@link java.util.ServiceLoader} finds all providers, and keys configure them. Lua scripts decide on the server. Each script is atomic and
 * uses keys of one hash slot, so standalone servers, Sentinel and Cluster behave alike.
 */
@NullMarked
package io.distid.redis;

import org.jspecify.annotations.NullMarked;
