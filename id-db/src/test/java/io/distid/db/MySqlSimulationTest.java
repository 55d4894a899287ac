package io.distid.db;

import io.distid.testkit.simulation.ProcessCopier;
import io.distid.testkit.simulation.RecordStoreSimulation;
import io.distid.testkit.simulation.SimulatedRecordStore;
import io.distid.testkit.simulation.World;

/** The leases of {@code worker=mysql} in simulated clusters, on a model of their table. */
class MySqlSimulationTest extends RecordStoreSimulation {
    @Override
    protected SimulatedRecordStore store(World world) {
        return new SimulatedTable(world);
    }

    @Override
    protected ProcessCopier copier() {
        return SimulatedTable.COPIER;
    }
}
