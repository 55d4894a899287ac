package io.distid.testkit.simulation;

import org.jspecify.annotations.Nullable;

/** A generator of ids, of whatever rule, in one process of a node. Not safe for use by several threads: a world runs on one. */
public interface IdSource {

    /** How each rule begins. Called by one thread: a world runs on one. */
    @FunctionalInterface
    interface Rule {
        /**
         * Opens a generator.
         *
         * @param process the process it is in
         * @return ready for use
         * @throws io.distid.IdException if it cannot begin
         */
        IdSource open(SimulatedProcess process);
    }

    /**
     * The next id.
     *
     * @return of the process's {@link SimulatedProcess#format()}
     */
    long next();

    /**
     * Fills an array.
     *
     * @param ids with the next ids
     */
    void next(long[] ids);

    /**
     * What its worker id rests on.
     *
     * @return null if not on a lease
     */
    @Nullable
    SimulatedWorkerIds workers();

    /** Ends issuing, and gives the worker id back. */
    void close();
}
