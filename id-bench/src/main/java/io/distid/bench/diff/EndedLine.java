package io.distid.bench.diff;

/**
 * A row, lock, token or entity that has no figures in the run after, or whose claims do not hold there. Immutable.
 *
 * @param name what the report calls it
 * @param peer whether it is of another library, and so no change of distid
 * @param reason what the run after says of it
 */
public record EndedLine(String name, boolean peer, String reason) {}
