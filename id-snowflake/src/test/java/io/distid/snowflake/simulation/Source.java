package io.distid.snowflake.simulation;

import io.distid.snowflake.simulation.SlotStore.Grant;
import org.jspecify.annotations.Nullable;

/** A generator, of whatever rule, in one life of a node. */
interface Source {

    /** How each rule begins. */
    @FunctionalInterface
    interface Rule {
        Source open(Life life, Fleet fleet);
    }

    long next();

    void next(long[] ids);

    /** Whether it will never issue again. */
    boolean lost();

    /** What its worker id rests on, if on a lease. */
    @Nullable
    Grant grant();

    void close();
}
