package io.distid.testkit.contract;

import java.util.UUID;

/**
 * An id of either kind, ordered by its bits: unsigned, most significant first.
 *
 * @param kind the kind, and so the text form of the id
 * @param high the upper 64 bits of a UUID, 0 for a long
 * @param low the lower 64 bits of a UUID, or the long
 */
record Id(Kind kind, long high, long low) implements Comparable<Id> {

    /** The text form of an id. */
    enum Kind {
        LONG,
        UUID
    }

    static Id of(long id) {
        return new Id(Kind.LONG, 0, id);
    }

    static Id of(UUID id) {
        return new Id(Kind.UUID, id.getMostSignificantBits(), id.getLeastSignificantBits());
    }

    @Override
    public int compareTo(Id other) {
        int upper = Long.compareUnsigned(high, other.high);
        return upper != 0 ? upper : Long.compareUnsigned(low, other.low);
    }

    /** The canonical text of the kind. */
    @Override
    public String toString() {
        return kind == Kind.LONG ? Long.toString(low) : new UUID(high, low).toString();
    }
}
