/**
 * MySQL and MariaDB: ids drawn row by row, segments in Leaf's own table, worker ids leased from a table, locks and idempotency tokens.
 *
 * <p>Public are the providers, which are opened by name, through {@link io.distid.IdGenerators} or the options of an algorithm; and
 * {@link io.distid.db.ScaleOutPlan}, the statements by which a server joins those that share numbers.
 *
 * <p>Inside, all goes through {@code PooledDatabase} of id-jdbc, or through a {@code DedicatedConnection} that it keeps. What a server
 * of MySQL's kind is asked for beside that is in {@code MySql}, {@code MySqlErrors}, {@code MySqlKeys} and {@code ServerIdentity}.
 */
@NullMarked
package io.distid.db;

import org.jspecify.annotations.NullMarked;
