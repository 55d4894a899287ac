package io.distid.postgresql;

import io.distid.testkit.simulation.RecordStoreSimulation;
import io.distid.testkit.simulation.SimulatedRecordStore;
import io.distid.testkit.simulation.World;

/** The leases of {@code worker=postgresql} in simulated clusters, on a model of their table. */
class PostgreSqlSimulationTest extends RecordStoreSimulation {
    @Override
    protected SimulatedRecordStore store(World world) {
        return new SimulatedTable(world);
    }
}
