/**
 * The common part of the stores on SQL, for any product: connections, transactions, errors, and the ports whose statements are the same everywhere. For sibling modules alone; it
 * brings no driver.
 *
 * <p>All statements go through a {@link io.distid.jdbc.PooledDatabase}, or through a {@link io.distid.jdbc.DedicatedConnection} that it keeps. Their connections come from a pool of
 * their own, or from the application's pool. The class {@link io.distid.jdbc.SqlErrors} turns SQL errors into {@link io.distid.IdException}s. A {@link io.distid.jdbc.Dialect} holds
 * the differences between products.
 */
@NullMarked
package io.distid.jdbc;

import org.jspecify.annotations.NullMarked;
