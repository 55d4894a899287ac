/**
 * PostgreSQL: ids from a sequence, segments in Leaf's own table, worker ids leased from a table, locks and idempotency tokens.
 *
 * <p>The providers are public; {@link io.distid.IdGenerators} or the options of an algorithm open them by name. Inside, all statements go through
 * {@code PooledDatabase} of id-jdbc. Everything that only PostgreSQL needs is in {@code PostgreSql}.
 */
@NullMarked
package io.distid.postgresql;

import org.jspecify.annotations.NullMarked;
