package io.distid.bench.subject;

/** How the values of a field arise, and so how likely a value makes a layout. Immutable. */
public enum FieldKind {
    /** Assigned to nodes from 0 on, so mostly small. */
    ASSIGNED,
    /** Begins at 0 in each tick: 0 at low rates, and seldom high. */
    PER_TICK,
    /** Begins below 100 in each tick, as in Leaf. */
    RANDOM_START,
    /** Goes on from tick to tick, so all values are equally likely, except soon after a start. */
    RUNNING,
    /** Random, a hash, or an address. */
    RANDOM;

    private static final double LN_2 = Math.log(2);
    private static final double SELDOM = 6;

    /** The number of bits to describe a value of a field so many bits wide: fewer for likelier values, at least 0. */
    public double bits(long value, int width) {
        return switch (this) {
            case ASSIGNED -> Math.min(width, log2(value + 1) + log2(Math.max(1, width * LN_2)));
            case PER_TICK -> Math.min(width + SELDOM, 1 + 2 * log2(value + 1));
            case RANDOM_START -> value < 100 ? log2(100) : width + SELDOM;
            case RUNNING -> 1 + ASSIGNED.bits(value, width);
            case RANDOM -> width;
        };
    }

    private static double log2(double value) {
        return Math.log(value) / LN_2;
    }
}
