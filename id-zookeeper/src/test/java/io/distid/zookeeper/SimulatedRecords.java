package io.distid.zookeeper;

import io.distid.testkit.simulation.ProcessCopier;
import io.distid.testkit.simulation.SimulatedRecordStore;
import io.distid.testkit.simulation.World;
import io.distid.testservers.fault.ObjectCopier;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.apache.zookeeper.KeeperException;

/** The records of one namespace on a modelled ensemble. */
abstract class SimulatedRecords extends SimulatedRecordStore implements SimulatedSession.Ensemble {
    static final ProcessCopier COPIER =
            (source, original, copy) -> ObjectCopier.copy(source, ProcessCopier.SHARED, Map.of(original, copy));

    private final SimulatedNodes nodes = new SimulatedNodes(clock());
    private final String records;

    /**
     * None yet.
     *
     * @param records what the path of each begins with
     */
    SimulatedRecords(World world, String records) {
        super(world);
        this.records = records;
    }

    @Override
    public Map<Integer, Long> bounds() {
        Map<Integer, Long> bounds = new HashMap<>();
        for (String path : nodes.paths()) {
            // Asked for at each step, so without patterns.
            if (path.startsWith(records) && Character.isDigit(path.charAt(records.length()))) {
                String record = new String(nodes.data(path), StandardCharsets.UTF_8);
                bounds.put(Integer.valueOf(path.substring(records.length())), Long.parseLong(record.split(" ")[1]));
            }
        }
        return bounds;
    }

    @Override
    public SimulatedNodes nodes() {
        return nodes;
    }

    @Override
    public Object save() {
        return nodes.save();
    }

    @Override
    public void restore(Object saved) {
        nodes.restore((SimulatedNodes.Saved) saved);
    }

    @Override
    public void wipe() {
        nodes.wipe();
    }

    @Override
    protected void lose(int id) {
        try {
            nodes.delete(records + id, ZooKeeperTree.ANY_VERSION);
        } catch (KeeperException e) {
            throw new IllegalStateException(e);
        }
    }
}
