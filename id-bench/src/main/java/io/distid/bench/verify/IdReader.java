package io.distid.bench.verify;

import java.io.IOException;

/** Reads foreign ids, one after the other. */
interface IdReader extends AutoCloseable {
    /**
     * Goes on to the next id.
     *
     * @return false if there is none
     * @throws BadInputException if what is there is not an id
     */
    boolean next() throws IOException;

    /** Words of the id: 1, or 2 for a UUID. */
    int width();

    /** The high half of a UUID; 0 for other ids. */
    long high();

    long low();

    /** Whether ids must grow from one to the next. */
    default boolean isOrdered() {
        return true;
    }

    @Override
    void close() throws IOException;
}
