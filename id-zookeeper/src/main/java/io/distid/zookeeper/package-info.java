/**
 * Worker ids on ZooKeeper, by leases and in Leaf's nodes, and locks.
 *
 * <p>{@link java.util.ServiceLoader} finds the providers under the names {@code zookeeper} and {@code zookeeper-leaf}. All nodes are
 * persistent, and each write requires a version. The record in a node decides who holds an id or a lock, not a session.
 */
@NullMarked
package io.distid.zookeeper;

import org.jspecify.annotations.NullMarked;
