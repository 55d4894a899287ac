/**
 * MySQL and MariaDB: ids drawn row by row, segments in Leaf's own table, worker ids leased from a table.
 *
 * <p>Users meet the generators and what they can be observed by; everything is opened by name, through
 * {@link io.distid.IdGenerators} or the options of an algorithm. Inside, {@code Database} is the one place that knows the pool
 * and turns SQL errors into {@link io.distid.IdException}s.
 */
@NullMarked
package io.distid.db;

import org.jspecify.annotations.NullMarked;
