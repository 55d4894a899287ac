/**
 * MySQL and MariaDB: ids issued row by row, segments in Leaf's own table, worker ids leased from a table, locks and idempotency
 * tokens.
 *
 * <p>The providers are public; {@link io.distid.IdGenerators} or the options of an algorithm open them by name. The class
 * {@link io.distid.db.ScaleOutPlan} is public, too: it has the statements that add a server to those that share numbers.
 *
 * <p>Inside, all statements go through {@code PooledDatabase} of id-jdbc, or through a {@code DedicatedConnection} that it keeps.
 * Everything that only MySQL and MariaDB need is in {@code MySql}, {@code MySqlKeys} and {@code ServerIdentity}.
 */
@NullMarked
package io.distid.db;

import org.jspecify.annotations.NullMarked;
