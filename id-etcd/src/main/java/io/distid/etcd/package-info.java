/**
 * Worker ids, segments and locks on etcd.
 *
 * <p>Found by {@link java.util.ServiceLoader} under the name {@code etcd}. All that is written is written by transactions that compare what was
 * read. No lease of etcd decides who holds an id or a lock: the record does. {@code EtcdLink} speaks HTTP, {@code EtcdGateway}
 * etcd's JSON; all else is written in terms of {@code Etcd}.
 */
@NullMarked
package io.distid.etcd;

import org.jspecify.annotations.NullMarked;
