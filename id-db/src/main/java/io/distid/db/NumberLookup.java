package io.distid.db;

import io.distid.BackendException;
import io.distid.db.NodeRegister.Entry;

/** Looks one number up, and holds its caller up for a bounded time only. For one thread at a time, but for {@link #close()}. */
interface NumberLookup extends AutoCloseable {

    /**
     * What the register said.
     *
     * @param fresh whether it was asked by this call; an answer to an earlier one says nothing of the time
     */
    record Answer(Entry entry, boolean fresh) {}

    /**
     * Asks the register, or takes the answer to the last question if that came late. After such a one the next call asks.
     *
     * @throws BackendException if there is none in time, or the server refuses
     */
    Answer find();

    @Override
    void close();
}
