package io.distid.testkit.simulation;

import io.distid.time.ClockLimits;
import java.util.List;

/** How the memory of a process is copied, as a checkpoint that is restored twice does. Must be safe for use by several threads: worlds run at the same time. */
@FunctionalInterface
public interface ProcessCopier {
    /** What lies outside of a process: a copy of it refers to the same world, network, store, disk and clocks. */
    List<Class<?>> SHARED = List.of(
            World.class,
            Network.class,
            SimulatedStore.class,
            SimulatedDisk.class,
            SimulatedDisk.Inode.class,
            HardwareClock.class,
            Plan.class,
            ClockLimits.class);

    /**
     * Copies what one process has in memory, and shares what is {@link #SHARED}.
     *
     * @param source what the process issues ids by
     * @param original the process
     * @param copy the process that has the copy
     * @return the same in the other process
     */
    IdSource copy(IdSource source, SimulatedProcess original, SimulatedProcess copy);
}
