package io.distid.postgresql;

import io.distid.testkit.simulation.ProcessCopier;
import io.distid.testkit.simulation.RecordStoreSimulation;
import io.distid.testkit.simulation.SimulatedRecordStore;
import io.distid.testkit.simulation.World;
import io.distid.testservers.fault.ObjectCopier;
import java.util.Map;

/** The leases of {@code worker=postgresql} in simulated clusters, on a model of their table. */
class PostgreSqlSimulationTest extends RecordStoreSimulation {
    @Override
    protected SimulatedRecordStore store(World world) {
        return new SimulatedTable(world);
    }

    @Override
    protected ProcessCopier copier() {
        return (source, original, copy) -> ObjectCopier.copy(source, ProcessCopier.SHARED, Map.of(original, copy));
    }
}
