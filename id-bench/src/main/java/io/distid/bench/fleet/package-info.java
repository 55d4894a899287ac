/**
 * Ids of several processes: each node a JVM of its own, all ids written to disk as they come, merged and compared.
 *
 * <p>{@code NodeFleet} starts the JVMs, which run {@code NodeMain}; {@code TapeWriter} keeps the ids, {@code TapeSweep} goes
 * through them in the order of time, {@code IdSorter} through them in the order of their value, and {@code FleetCheck} says
 * what came out. {@code IdFiles} checks ids that somebody else made. Memory is bounded however many ids there are.
 */
@NullMarked
package io.distid.bench.fleet;

import org.jspecify.annotations.NullMarked;
