package io.distid.testkit.simulation;

import org.jspecify.annotations.Nullable;

/** A generator of ids of any rule, in one process of a node. Not safe for use by several threads: a world runs on one. */
public interface IdSource {

    /** Opens the generators of one rule. Called by one thread: a world runs on one. */
    @FunctionalInterface
    interface Rule {
        /**
         * Opens a generator.
         *
         * @param process the process of the generator
         * @return a generator that is ready for use
         * @throws io.distid.IdException if it cannot begin
         */
        IdSource open(SimulatedProcess process);
    }

    /**
     * Issues the next id.
     *
     * @return an id of the process's {@link SimulatedProcess#format()}
     */
    long next();

    /**
     * Fills an array with ids.
     *
     * @param ids the array for the next ids
     */
    void next(long[] ids);

    /**
     * The source of its worker id.
     *
     * @return the source, or null if the worker id is not leased
     */
    @Nullable
    SimulatedWorkerIds workers();

    /** Ends issuing, and gives the worker id back. */
    void close();
}
