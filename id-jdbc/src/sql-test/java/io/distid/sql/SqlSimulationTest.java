package io.distid.sql;

import io.distid.testkit.simulation.ProcessCopier;
import io.distid.testkit.simulation.RecordStoreSimulation;
import io.distid.testkit.simulation.SimulatedRecordStore;
import io.distid.testkit.simulation.World;

/** The leases of worker ids on a table in simulated clusters, on a model of the table. */
class SqlSimulationTest extends RecordStoreSimulation {
    @Override
    protected SimulatedRecordStore store(World world) {
        return new SimulatedTable(world);
    }

    @Override
    protected ProcessCopier copier() {
        return SimulatedTable.COPIER;
    }
}
