package io.distid.db;

import io.distid.internal.worker.HeldWorkerFile;
import io.distid.sql.SimulatedTable;
import io.distid.testkit.simulation.Plan;
import io.distid.testkit.simulation.SimulatedDisk;
import io.distid.testkit.simulation.SimulatedProcess;
import io.distid.testkit.simulation.World;
import io.distid.worker.StoreWorkerIds;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerRequest;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.ToIntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A model of the register of nodes, beside that of the table of leases: it is lost and goes back with that. Each file of a disk is used by several nodes, one of which
 * holds it. An operator deletes the file of a node that starts where another file keeps its number, too.
 */
final class SimulatedRegister extends SimulatedTable {
    /** More than are registered, lost and registered again in any world. */
    private static final int LAST_ID = 500;

    private static final Pattern NUMBER = Pattern.compile("(?s).*\\nworker-id (\\d+)\\n.*");

    private final World world;
    private final SimulatedDisk disk;
    private int next = 1;

    private record Saved(Object rows, int next) {}

    /** One process's way to the register. */
    private record Numbers(SimulatedProcess process, SimulatedRegister register)
            implements ToIntFunction<WorkerRequest> {
        @Override
        public int applyAsInt(WorkerRequest request) {
            return process.world().network().call(process, "register", () -> register.next++);
        }
    }

    SimulatedRegister(World world) {
        super(world);
        this.world = world;
        this.disk = new SimulatedDisk(world, true);
    }

    @Override
    protected WorkerIds source(SimulatedProcess process, StoreWorkerIds leases) {
        String mine = file(process.node());
        Map<String, byte[]> files = disk.contents();
        if (files.keySet().stream()
                .anyMatch(other -> !other.equals(mine) && number(files, other) == number(files, mine))) {
            disk.delete(mine);
        }
        HeldWorkerFile file = HeldWorkerFile.lock(disk.file(process, mine));
        return new MySqlRegisterWorkerIds(leases, new Numbers(process, this), file);
    }

    /** What a file keeps; of what is none a number that no other has. */
    private static int number(Map<String, byte[]> files, String name) {
        byte[] data = files.get(name);
        Matcher kept = NUMBER.matcher(data == null ? "" : new String(data, StandardCharsets.UTF_8));
        return !name.endsWith(".new") && kept.matches()
                ? Integer.parseInt(kept.group(1))
                : -1 - Math.abs(name.hashCode());
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
    public int lastId(Plan plan) {
        return LAST_ID;
    }

    @Override
    public Object save() {
        return new Saved(super.save(), next);
    }

    @Override
    public void restore(Object saved) {
        Saved back = (Saved) saved;
        super.restore(back.rows);
        next = back.next;
    }

    /** Made anew, the table of nodes counts from 1. */
    @Override
    public void wipe() {
        super.wipe();
        next = 1;
    }

    @Override
    public void deleteLock(int node) {
        disk.delete(file(node) + ".lock");
    }

    @Override
    public void losePower() {
        disk.losePower();
    }

    private String file(int node) {
        return "node" + node % world.plan().pool();
    }
}
