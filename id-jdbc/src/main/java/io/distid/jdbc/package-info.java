/**
 * What stores on SQL share, whichever the product: connections, transactions, errors, and the ports that are the same statements everywhere. For sibling modules alone;
 * it brings no driver.
 *
 * <p>All goes through a {@link io.distid.jdbc.PooledDatabase}, or through a {@link io.distid.jdbc.DedicatedConnection} that it keeps. Their connections come from a pool of their own,
 * or the application's. {@link io.distid.jdbc.SqlErrors} turns SQL errors into {@link io.distid.IdException}s. What differs between products is in a {@link io.distid.jdbc.Dialect}.
 */
@NullMarked
package io.distid.jdbc;

import org.jspecify.annotations.NullMarked;
