package io.distid.bench.verify;

import java.io.IOException;

/** Reads foreign ids, one after the other. */
abstract class IdReader implements AutoCloseable {
    final String name;
    /** How many ids, or lines of text, were read. */
    long count;

    /** Words of the id: 1, or 2 for a UUID. */
    int width;

    /** The high half of a UUID; 0 for other ids. */
    long high;

    long low;

    IdReader(String name) {
        this.name = name;
    }

    /** Goes on to the next id; false if there is none. Throws {@link BadInputException} if what is there is not an id. */
    abstract boolean next() throws IOException;

    /** Whether ids must grow from one to the next. */
    boolean isOrdered() {
        return true;
    }

    /** Takes the next id of a file of bytes. */
    void set(long idHigh, long idLow) throws BadInputException {
        count++;
        high = idHigh;
        low = idLow;
        if (width == 1 && low <= 0) {
            throw new BadInputException(
                    name + ", id " + count + " is " + low + ": must be from 1 to " + Long.MAX_VALUE);
        }
    }

    @Override
    public abstract void close() throws IOException;
}
