/**
 * Ids of several processes, each a node: all ids are written to disk as they come, merged and compared.
 *
 * <p>{@code NodeProcesses} starts the JVMs, which run {@code NodeChild}; {@code ThreadFileWriter} keeps the ids, {@code InversionScan} goes
 * through them in the order of time, {@code duplicates} in the order of their value, and {@code NodesCheck} says what came out.
 */
@NullMarked
package io.distid.bench.nodes;

import org.jspecify.annotations.NullMarked;
