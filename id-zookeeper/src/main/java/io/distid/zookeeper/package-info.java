/**
 * Worker ids on ZooKeeper: leases, and the way Leaf keeps them. And locks.
 *
 * <p>Found by {@link java.util.ServiceLoader} under the names {@code zookeeper} and {@code zookeeper-leaf}. All nodes are persistent
 * and written by version: no session decides who holds an id or a lock, the record in its node does.
 */
@NullMarked
package io.distid.zookeeper;

import org.jspecify.annotations.NullMarked;
