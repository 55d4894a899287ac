package io.distid.bench.diff;

/**
 * A row, lock, token or entity that has no figures in the later run, or whose claims do not hold there. Immutable.
 *
 * @param peer whether it is another library, and so not a change of distid
 */
public record EndedLine(String name, boolean peer, String reason) {}
