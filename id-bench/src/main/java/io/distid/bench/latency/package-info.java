/**
 * What one process sees that asks for ids: how long calls and the first one take, what the server does for them, and how long a
 * restart after a crash takes. {@code LatencyMeasurement} and {@code CrashRestarts} are the lab's side, {@code LatencyChild} the child's.
 */
@NullMarked
package io.distid.bench.latency;

import org.jspecify.annotations.NullMarked;
