package io.distid.zookeeper;

import io.distid.spi.RecordStore;
import io.distid.testkit.simulation.Plan;
import io.distid.testkit.simulation.ProcessCopier;
import io.distid.testkit.simulation.Protection;
import io.distid.testkit.simulation.RecordStoreSimulation;
import io.distid.testkit.simulation.SimulatedFault;
import io.distid.testkit.simulation.SimulatedProcess;
import io.distid.testkit.simulation.SimulatedRecordStore;
import io.distid.testkit.simulation.World;
import io.distid.worker.StoreWorkerIds;
import io.distid.worker.WorkerIds;
import java.time.Duration;
import java.util.function.UnaryOperator;

/** The lease protocol over the numbers of a Leaf fleet, on a model of an ensemble. */
class LeafSnowflakeSimulationTest extends RecordStoreSimulation {
    private static final String PATH = "/snowflake/simulation";
    private static final int NUMBERS_OF_A_NODE = 2;
    /** So that a number whose record was lost is not lost for ever. No world is troubled for as long. */
    private static final Duration REUSE_AFTER = Duration.ofHours(1);

    @Override
    protected SimulatedRecordStore store(World world) {
        return new SimulatedFleet(world);
    }

    @Override
    protected ProcessCopier copier() {
        return SimulatedRecords.COPIER;
    }

    /** Where a record is lost, Leaf's node tells what was reserved. */
    @Override
    protected boolean isDoubled(Protection protection) {
        return protection == Protection.COUNT;
    }

    private static final class SimulatedFleet extends SimulatedRecords {
        SimulatedFleet(World world) {
            super(world, PATH + "/distid/");
        }

        @Override
        protected RecordStore connect(SimulatedProcess process) {
            SimulatedSession session = new SimulatedSession(process, this);
            return LeafSnowflakeFleet.records(session, PATH, new LeafSnowflakeNodes(session, PATH));
        }

        @Override
        protected WorkerIds open(SimulatedProcess process, Duration maxAhead, UnaryOperator<RecordStore> view) {
            SimulatedSession session = new SimulatedSession(process, this);
            LeafSnowflakeNodes nodes = new LeafSnowflakeNodes(session, PATH);
            RecordStore store = view.apply(LeafSnowflakeFleet.records(session, PATH, nodes));
            WorkerIds ids =
                    new StoreWorkerIds(store, maxAhead, StoreWorkerIds.Creation.ALLOWED, process, world().random());
            LeafSnowflakeFleet.Settings settings =
                    new LeafSnowflakeFleet.Settings("10.0.0." + process.node() + ":80", true, REUSE_AFTER, maxAhead);
            return new LeafSnowflakeWorkerIds(
                    session, null, path -> new LeafSnowflakeFleet(session, settings, nodes, store, ids, process));
        }

        /** In half of the worlds some for each node, since numbers are burned. A wipe burns those of the nodes that it removes: Leaf's sequence does not count back. */
        @Override
        public int lastId(Plan plan) {
            boolean isExact = plan.pool() % 2 == 0 && !plan.has(SimulatedFault.WIPED);
            return super.lastId(plan) + (isExact ? 0 : NUMBERS_OF_A_NODE * plan.nodes());
        }
    }
}
