/**
 * Worker ids on ZooKeeper: leases, and the way Leaf keeps them.
 *
 * <p>Found by {@link java.util.ServiceLoader} under the names {@code zookeeper} and {@code zookeeper-leaf}. All nodes are persistent and moved by versioned
 * writes: no session decides who holds an id, the bound does.
 */
@NullMarked
package io.distid.zookeeper;

import org.jspecify.annotations.NullMarked;
