package io.distid.bench.results;

import org.jspecify.annotations.Nullable;

/**
 * The cost of an id for the process that asks for it; see also {@link RoundTrips}. Immutable.
 *
 * @param cpuNanos CPU time of the whole process for one id, in nanoseconds, or null if it could not be read
 * @param bytes heap allocated for one id, in bytes, or null if it could not be read
 */
public record Cost(@Nullable Double cpuNanos, @Nullable Double bytes) {}
