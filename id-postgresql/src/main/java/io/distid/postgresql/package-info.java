/**
 * PostgreSQL: ids of a sequence, segments in Leaf's own table, worker ids leased from a table, locks and idempotency tokens.
 *
 * <p>Public are the providers, which are opened by name, through {@link io.distid.IdGenerators} or the options of an algorithm. Inside, all goes through
 * {@code PooledDatabase} of id-jdbc; what PostgreSQL has of its own is in {@code PostgreSql}.
 */
@NullMarked
package io.distid.postgresql;

import org.jspecify.annotations.NullMarked;
