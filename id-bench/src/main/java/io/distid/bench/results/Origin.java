package io.distid.bench.results;

import org.jspecify.annotations.Nullable;

/**
 * The origin of the code that a row measures, and its settings. Immutable.
 *
 * @param library name and version of a peer's library, or null for distid
 * @param strategy distid's name for it, or the peer's class
 * @param options settings that differ from the defaults, as {@code key=value}, or empty
 */
public record Origin(@Nullable String library, String strategy, String options) {}
