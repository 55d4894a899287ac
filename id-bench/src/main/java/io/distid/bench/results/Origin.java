package io.distid.bench.results;

import org.jspecify.annotations.Nullable;

/**
 * Whose code a row measures, and how it was set up. Immutable.
 *
 * @param library name and version of a peer's library, or null for distid
 * @param strategy what distid opens it by, or the peer's class
 * @param options what differs from the defaults, as {@code key=value}, or empty
 */
public record Origin(@Nullable String library, String strategy, String options) {}
