/**
 * Worker ids, segments and locks on etcd.
 *
 * <p>Found by {@link java.util.ServiceLoader} under the name {@code etcd}. All that is written is written by transactions that compare what was
 * read; a key that ends with a lease of etcd only tells that an id is held. {@code EtcdLink} speaks HTTP, {@code EtcdGateway}
 * etcd's JSON; all else is written in terms of {@code Etcd}.
 */
@NullMarked
package io.distid.etcd;

import org.jspecify.annotations.NullMarked;
