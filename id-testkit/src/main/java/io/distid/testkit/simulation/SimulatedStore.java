package io.distid.testkit.simulation;

import io.distid.worker.WorkerIds;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * The source of worker ids in one world: a model of a store, and the way of a process to it.
 *
 * <p>The model keeps its records in memory, and changes them by the same atomic steps as the real store. A process reaches it
 * through {@link Network#call}, with one call for each step. Above the steps runs the protocol under test. The methods that damage
 * the store are called only if the world has their {@link SimulatedFault}.
 *
 * <p>A copied process shares this object with the original. So the memory of a process must be reachable from the result of
 * {@link #open}, and not be kept here. Not safe for use by several threads: a world runs on one.
 */
public abstract class SimulatedStore {
    /** Creates an empty store. */
    protected SimulatedStore() {}

    /**
     * Opens the store for a process that begins.
     *
     * @param process the process
     * @return the process's own way to the store; requests come with the namespace {@code simulation} and the ids 0 to {@link #lastId}
     */
    public abstract WorkerIds open(SimulatedProcess process);

    /**
     * The present bound of each worker id: that of its holder, or of its last holder.
     *
     * @return the bounds in epoch ms, without ids that were never granted or whose record was lost
     */
    public abstract Map<Integer, Long> bounds();

    /**
     * The store's own clock.
     *
     * @return a clock of {@link World#storeClock()}
     */
    public abstract HardwareClock clock();

    /**
     * The greatest worker id to ask for.
     *
     * @param plan the plan of the world
     * @return the size of the pool, less 1
     */
    public int lastId(Plan plan) {
        return plan.pool() - 1;
    }

    /**
     * Whether each node's first lease begins far ahead of the store's clock, not only the first lease of a lost record.
     *
     * @return false unless overridden
     */
    public boolean startsAhead() {
        return false;
    }

    /**
     * Releases what the operating system and connections held for a process that has ended.
     *
     * @param process the process
     */
    public void ended(SimulatedProcess process) {}

    /**
     * Gives the copy of a process what the operating system holds for it, such as locks of files.
     *
     * @param original the process
     * @param copy the process that gets the copy
     */
    public void copied(SimulatedProcess original, SimulatedProcess copy) {}

    /**
     * Saves the present state, to go back to.
     *
     * @return a state that later steps do not change
     */
    public Object save() {
        throw new UnsupportedOperationException();
    }

    /**
     * Goes back to a saved state.
     *
     * @param saved a state of {@link #save()}
     */
    public void restore(Object saved) {
        throw new UnsupportedOperationException();
    }

    /**
     * Whether a process sees that the store {@link #restore went back}, for example by another incarnation, so that even then ids do not
     * repeat.
     *
     * @return the same answer each time
     */
    public boolean showsThatItWentBack() {
        return false;
    }

    /** Loses all data. */
    public void wipe() {
        throw new UnsupportedOperationException();
    }

    /**
     * Loses one record.
     *
     * @param random chooses the record
     */
    public void loseRecord(SplittableRandom random) {
        throw new UnsupportedOperationException();
    }

    /** Loses any part of what was not synced. All processes have ended. */
    public void losePower() {
        throw new UnsupportedOperationException();
    }

    /**
     * Deletes the lock of a node on its file.
     *
     * @param node the node's number
     */
    public void deleteLock(int node) {
        throw new UnsupportedOperationException();
    }
}
