/**
 * Worker ids, segments and locks on etcd.
 *
 * <p>{@link java.util.ServiceLoader} finds the providers under the name {@code etcd}. All writes are transactions that compare what was read.
 * The record decides who holds an id or a lock, not a lease of etcd. {@code EtcdLink} speaks HTTP, and {@code EtcdGateway} etcd's JSON. All
 * other classes use {@code Etcd}.
 */
@NullMarked
package io.distid.etcd;

import org.jspecify.annotations.NullMarked;
