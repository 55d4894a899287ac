package io.distid.testkit.simulation;

/** How the memory of a process is copied, as a checkpoint that is restored twice does. Must be safe for use by several threads: worlds run at the same time. */
@FunctionalInterface
public interface ProcessCopier {
    /**
     * Copies what one process has in memory. World, network, store and clocks are shared.
     *
     * @param source what the process issues ids by
     * @param original the process
     * @param copy the process that has the copy
     * @return the same in the other process
     */
    IdSource copy(IdSource source, SimulatedProcess original, SimulatedProcess copy);
}
