package io.distid.zookeeper;

import io.distid.spi.RecordStore;
import io.distid.testkit.simulation.RecordStoreSimulation;
import io.distid.testkit.simulation.SimulatedFault;
import io.distid.testkit.simulation.SimulatedProcess;
import io.distid.testkit.simulation.SimulatedRecordStore;
import io.distid.testkit.simulation.Simulation;
import io.distid.testkit.simulation.World;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import org.apache.zookeeper.KeeperException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The lease protocol over {@link ZooKeeperRecordStore}, on a model of an ensemble. */
class ZooKeeperSimulationTest extends RecordStoreSimulation {
    private static final int WORLDS_OF_PAUSES = 1_500;

    @Override
    protected SimulatedRecordStore store(World world) {
        return new SimulatedRecords(world);
    }

    /**
     * Whether it is a holder whose lease was over, or one who looked before he raised the floor. Many worlds, since each of these has to meet a
     * start on older data, and no fault but those that it takes.
     */
    @Test
    @Tag("slow")
    void noIdIsRepeatedInAnyWorldWhereWhoeverWasPausedFindsOlderData() {
        Simulation.of(this::store, EnumSet.of(SimulatedFault.CRASH, SimulatedFault.PAUSE, SimulatedFault.ROLLED_BACK))
                .requireSound("ZooKeeper, pauses and older data", WORLDS_OF_PAUSES);
    }

    /** A namespace below one path. */
    private static final class SimulatedRecords extends SimulatedRecordStore implements SimulatedSession.Ensemble {
        private static final String PATH = "/distid";
        private static final String RECORDS = PATH + "/" + NAMESPACE + "/";

        private final SimulatedNodes nodes = new SimulatedNodes(clock(), SimulatedTree.Flaw.NONE);

        SimulatedRecords(World world) {
            super(world);
        }

        @Override
        protected RecordStore connect(SimulatedProcess process) {
            return new ZooKeeperRecordStore(new SimulatedSession(process, this), PATH);
        }

        @Override
        public Map<Integer, Long> bounds() {
            Map<Integer, Long> bounds = new HashMap<>();
            for (String path : nodes.paths()) {
                // Asked for at each step, so without patterns.
                if (path.startsWith(RECORDS) && Character.isDigit(path.charAt(RECORDS.length()))) {
                    String record = new String(nodes.data(path), StandardCharsets.UTF_8);
                    bounds.put(Integer.valueOf(path.substring(RECORDS.length())), Long.parseLong(record.split(" ")[1]));
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
                nodes.delete(RECORDS + id, ZooKeeperTree.ANY_VERSION);
            } catch (KeeperException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
