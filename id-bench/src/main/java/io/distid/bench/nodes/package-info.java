/**
 * Compares the ids of several processes, each a node. All ids are written to disk as they come, then merged and compared.
 *
 * <p>{@code NodeProcesses} starts the JVMs, which run {@code NodeChild}. {@code ThreadFileWriter} keeps the ids. {@code InversionScan}
 * reads them in the order of time, {@code duplicates} in the order of their value. {@code NodesCheck} has the findings.
 */
@NullMarked
package io.distid.bench.nodes;

import org.jspecify.annotations.NullMarked;
