package io.distid.snowflake.simulation;

import io.distid.testkit.simulation.HardwareClock;
import io.distid.testkit.simulation.SimulatedProcess;
import io.distid.testkit.simulation.SimulatedStore;
import io.distid.testkit.simulation.World;
import io.distid.worker.WorkerIds;
import java.util.HashMap;
import java.util.Map;

/** What Leaf's nodes have uploaded; all that the rules without a lease have of a store. */
final class Uploads extends SimulatedStore {
    private final HardwareClock clock;
    private final Map<Integer, Long> times = new HashMap<>();

    Uploads(World world) {
        this.clock = world.storeClock();
    }

    /** Epoch ms by the node's clock. */
    long read(int node) {
        return times.getOrDefault(node, Long.MIN_VALUE);
    }

    long write(int node, long now) {
        times.put(node, now);
        return now;
    }

    @Override
    public WorkerIds open(SimulatedProcess process) {
        throw new UnsupportedOperationException("no worker ids are leased");
    }

    @Override
    public Map<Integer, Long> bounds() {
        return Map.of();
    }

    @Override
    public HardwareClock clock() {
        return clock;
    }
}
