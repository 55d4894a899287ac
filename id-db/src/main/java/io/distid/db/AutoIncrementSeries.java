package io.distid.db;

import io.distid.spi.IdConfig;

/**
 * The numbers of one server: {@code offset, offset + increment, offset + 2 * increment, ...}
 *
 * @param increment the server's {@code auto_increment_increment}
 * @param offset the server's {@code auto_increment_offset}
 */
record AutoIncrementSeries(long increment, long offset) {
    /** Refuses an offset above the increment: MySQL then ignores the offset. With an increment of 1 it does not matter. */
    void requireOffsetWithinIncrement(IdConfig config) {
        if (increment > 1 && offset > increment) {
            throw config.invalid("url", "a server whose offset is not above its increment, but it has " + this);
        }
    }

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
