package io.distid.zookeeper;

import io.distid.spi.RecordStore;
import io.distid.testkit.simulation.ProcessCopier;
import io.distid.testkit.simulation.RecordStoreSimulation;
import io.distid.testkit.simulation.SimulatedFault;
import io.distid.testkit.simulation.SimulatedProcess;
import io.distid.testkit.simulation.SimulatedRecordStore;
import io.distid.testkit.simulation.Simulation;
import io.distid.testkit.simulation.World;
import java.util.EnumSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The lease protocol over {@link ZooKeeperRecordStore}, on a model of an ensemble. */
class ZooKeeperSimulationTest extends RecordStoreSimulation {
    private static final int WORLDS_OF_PAUSES = 1_500;

    @Override
    protected SimulatedRecordStore store(World world) {
        return new SimulatedNamespace(world);
    }

    @Override
    protected ProcessCopier copier() {
        return SimulatedRecords.COPIER;
    }

    /**
     * Whether it is a holder whose lease was over, or one who looked before he raised the floor. Many worlds, since each of these has to meet a
     * start on older data, and no fault but those that it takes.
     */
    @Test
    @Tag("slow")
    void noIdIsRepeatedInAnyWorldWhereAPausedHolderFindsOlderData() {
        Simulation.of(this::store, EnumSet.of(SimulatedFault.CRASH, SimulatedFault.PAUSE, SimulatedFault.ROLLED_BACK))
                .requireSound("ZooKeeper, pauses and older data", WORLDS_OF_PAUSES);
    }

    private static final class SimulatedNamespace extends SimulatedRecords {
        private static final String PATH = "/distid";

        SimulatedNamespace(World world) {
            super(world, PATH + "/" + NAMESPACE + "/");
        }

        @Override
        protected RecordStore connect(SimulatedProcess process) {
            return new ZooKeeperRecordStore(new SimulatedSession(process, this), PATH);
        }
    }
}
