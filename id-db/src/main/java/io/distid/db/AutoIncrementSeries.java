package io.distid.db;

/**
 * The numbers of one server: {@code offset, offset + increment, offset + 2 * increment, ...}
 *
 * @param increment the server's {@code auto_increment_increment}
 * @param offset the server's {@code auto_increment_offset}
 */
record AutoIncrementSeries(long increment, long offset) {

    /** Whether a number is one of the series. */
    boolean contains(long id) {
        return Math.floorMod(id - offset, increment) == 0;
    }

    /** Whether the two series have no number in common. */
    boolean isApartFrom(AutoIncrementSeries other) {
        return increment == other.increment && !contains(other.offset);
    }

    @Override
    public String toString() {
        return "auto_increment_increment=" + increment + ", auto_increment_offset=" + offset;
    }
}
