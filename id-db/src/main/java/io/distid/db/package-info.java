/**
 * MySQL and MariaDB: ids drawn row by row, segments in Leaf's own table, worker ids leased from a table, locks and idempotency tokens.
 *
 * <p>Public are the generators and the providers, which are opened by name, through {@link io.distid.IdGenerators} or the
 * options of an algorithm; and {@link io.distid.db.ScaleOutPlan}, the statements by which a server joins those that share numbers. Inside, {@code PooledDatabase} owns the pool of connections, and {@code SqlErrors} turns SQL errors into
 * {@link io.distid.IdException}s.
 */
@NullMarked
package io.distid.db;

import org.jspecify.annotations.NullMarked;
