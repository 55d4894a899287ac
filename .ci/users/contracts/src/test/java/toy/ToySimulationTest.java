package toy;

import io.distid.testkit.simulation.RecordStoreSimulation;
import io.distid.testkit.simulation.SimulatedMemory;
import io.distid.testkit.simulation.SimulatedRecordStore;
import io.distid.testkit.simulation.World;

/** The lease protocol over a model of a store. */
class ToySimulationTest extends RecordStoreSimulation {
    @Override
    protected SimulatedRecordStore store(World world) {
        return new SimulatedMemory(world);
    }

    @Override
    protected int worlds() {
        return 20;
    }
}
