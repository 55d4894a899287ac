package io.distid.testkit.simulation;

import io.distid.time.ClockLimits;
import java.util.List;

/** Copies the memory of a process, as a checkpoint that is restored twice does. Must be safe for use by several threads: worlds run at the same time. */
@FunctionalInterface
public interface ProcessCopier {
    /**
     * The types of objects outside of a process: its copy refers to the same world, network, store, disk and clocks.
     */
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
     * Copies the memory of one process, and shares objects of the types {@link #SHARED}.
     *
     * @param source the process's source of ids
     * @param original the process
     * @param copy the process that gets the copy
     * @return the same source in the other process
     */
    IdSource copy(IdSource source, SimulatedProcess original, SimulatedProcess copy);
}
