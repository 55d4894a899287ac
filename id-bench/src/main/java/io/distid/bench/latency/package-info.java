/**
 * Latency as one process sees it: of calls, of the first id and of a restart after a crash. Also counts the server's
 * work for ids. {@code LatencyMeasurement} and {@code CrashRestarts} are the lab's side, {@code LatencyChild} the
 * child's.
 */
@NullMarked
package io.distid.bench.latency;

import org.jspecify.annotations.NullMarked;
