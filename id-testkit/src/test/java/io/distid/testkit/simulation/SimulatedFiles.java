package io.distid.testkit.simulation;

import io.distid.internal.worker.FileWorkerIds;
import io.distid.worker.WorkerIds;
import java.util.Map;
import java.util.OptionalLong;

/** Worker files of one machine: one for each worker id, which several nodes have been told to use. */
final class SimulatedFiles extends SimulatedStore {
    private static final String FILE = "worker";

    private final World world;
    private final HardwareClock clock;
    private final SimulatedDisk disk;

    SimulatedFiles(World world, boolean sound) {
        this.world = world;
        this.clock = world.storeClock();
        this.disk = new SimulatedDisk(world, sound);
    }

    @Override
    public WorkerIds open(SimulatedProcess process) {
        int id = id(process.node());
        return new FileWorkerIds(disk.file(process, FILE + id), OptionalLong.of(id), true);
    }

    @Override
    public void ended(SimulatedProcess process) {
        disk.ended(process);
    }

    @Override
    public void copied(SimulatedProcess original, SimulatedProcess copy) {
        disk.copied(original, copy);
    }

    @Override
    public Map<Integer, Long> bounds() {
        return disk.bounds();
    }

    /** A file that is made begins ahead, for fear that there was one. */
    @Override
    public boolean startsAhead() {
        return true;
    }

    @Override
    public HardwareClock clock() {
        return clock;
    }

    @Override
    public void deleteLock(int node) {
        disk.delete(FILE + id(node) + ".lock");
    }

    @Override
    public void losePower() {
        disk.losePower();
    }

    @Override
    public Object save() {
        return disk.contents();
    }

    /** The files; their locks stay as they are. */
    @Override
    @SuppressWarnings("unchecked")
    public void restore(Object saved) {
        ((Map<String, byte[]>) saved).forEach((name, data) -> {
            if (name.matches(FILE + "\\d+")) {
                disk.put(name, data);
            }
        });
    }

    private int id(int node) {
        return node % world.plan().pool();
    }
}
