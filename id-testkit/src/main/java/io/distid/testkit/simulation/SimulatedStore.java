package io.distid.testkit.simulation;

import io.distid.worker.WorkerIds;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * What worker ids are leased from, in one world: a model of a store, and the way of a process to it.
 *
 * <p>The model keeps its records in memory and moves them by the same atomic steps as the real one. A process reaches it through
 * {@link Network#call}, one call for each step; above the step runs the protocol that is to be proven. The methods that damage the
 * store are called only where the {@link SimulatedFault} is asked for.
 *
 * <p>A copied process shares this object with the original; what a process has in memory must be reachable from what
 * {@link #open} returns, and not be kept here. Not safe for use by several threads: a world runs on one.
 */
public abstract class SimulatedStore {
    /** A store in which nobody has been yet. */
    protected SimulatedStore() {}

    /**
     * A process begins.
     *
     * @param process the process
     * @return its own way to the store; requests come with the namespace {@code simulation} and the ids 0 to {@link #lastId}
     */
    public abstract WorkerIds open(SimulatedProcess process);

    /**
     * The bound that is kept now for each worker id: that of its holder, or of its last one.
     *
     * @return epoch ms; without those that were never granted, or whose record was lost
     */
    public abstract Map<Integer, Long> bounds();

    /**
     * The store's own clock.
     *
     * @return from {@link World#storeClock()}
     */
    public abstract HardwareClock clock();

    /**
     * The greatest id to ask for.
     *
     * @param plan of the world
     * @return the size of the pool, less 1
     */
    public int lastId(Plan plan) {
        return plan.pool() - 1;
    }

    /**
     * Whether each node's first lease begins far ahead of the store's clock, and not only the first of a record that was lost.
     *
     * @return false unless overridden
     */
    public boolean startsAhead() {
        return false;
    }

    /**
     * A process has ended; what its operating system and its connections held for it is released.
     *
     * @param process the process
     */
    public void ended(SimulatedProcess process) {}

    /**
     * A process was copied; the copy has what the operating system holds for it, such as locks of files.
     *
     * @param original the process
     * @param copy the process that has the copy
     */
    public void copied(SimulatedProcess original, SimulatedProcess copy) {}

    /**
     * All that is kept now, to go back to.
     *
     * @return not changed by what comes later
     */
    public Object save() {
        throw new UnsupportedOperationException();
    }

    /**
     * Goes back.
     *
     * @param saved by {@link #save()}
     */
    public void restore(Object saved) {
        throw new UnsupportedOperationException();
    }

    /**
     * Whether whoever asks it sees that it {@link #restore went back}, as that another server answers, so that ids are not even repeated then.
     *
     * @return the same each time
     */
    public boolean showsThatItWentBack() {
        return false;
    }

    /** Loses everything. */
    public void wipe() {
        throw new UnsupportedOperationException();
    }

    /**
     * Loses one record.
     *
     * @param random which
     */
    public void loseRecord(SplittableRandom random) {
        throw new UnsupportedOperationException();
    }

    /** What was not synced may be gone; all processes have ended. */
    public void losePower() {
        throw new UnsupportedOperationException();
    }

    /**
     * The lock that a node holds on its file is deleted.
     *
     * @param node whose
     */
    public void deleteLock(int node) {
        throw new UnsupportedOperationException();
    }
}
