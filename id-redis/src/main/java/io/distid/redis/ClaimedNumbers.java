package io.distid.redis;

import java.util.OptionalLong;

/** Where a generator claims its ids, some at a time. Safe for use by any number of threads. */
interface ClaimedNumbers extends AutoCloseable {

    /** Claims the next {@code size} ids, which follow each other, and returns the last of them. */
    long claim(long size);

    /** Whether an id that was claimed before may still be issued. */
    default boolean mayIssue(long id) {
        return true;
    }

    /** The greatest id that may follow one without a gap. */
    default long lastOfRun(long id) {
        return Long.MAX_VALUE;
    }

    /** How many are left by the last one claimed here, without asking the server; empty where they begin anew in each period. */
    default OptionalLong left() {
        return OptionalLong.empty();
    }

    /** Ends what it keeps on this node. */
    @Override
    default void close() {}
}
