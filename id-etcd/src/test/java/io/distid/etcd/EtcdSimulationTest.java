package io.distid.etcd;

import io.distid.spi.RecordStore;
import io.distid.testkit.simulation.ProcessCopier;
import io.distid.testkit.simulation.RecordStoreSimulation;
import io.distid.testkit.simulation.SimulatedProcess;
import io.distid.testkit.simulation.SimulatedRecordStore;
import io.distid.testkit.simulation.World;
import io.distid.testservers.fault.ObjectCopier;
import java.util.Map;

/** The lease protocol over {@link EtcdRecordStore} and a model of etcd, which carries out its transactions. */
class EtcdSimulationTest extends RecordStoreSimulation {
    private static final String PREFIX = "workers";

    @Override
    protected SimulatedRecordStore store(World world) {
        return new SimulatedKeys(world);
    }

    @Override
    protected ProcessCopier copier() {
        return (source, original, copy) -> ObjectCopier.copy(source, ProcessCopier.SHARED, Map.of(original, copy));
    }

    private static final class SimulatedKeys extends SimulatedRecordStore {
        /** Of so many copies of its data that are made, one is followed by an election. */
        private static final int ELECTION_ONE_IN = 3;

        private final World world;
        private final EtcdModel model = new EtcdModel();

        SimulatedKeys(World world) {
            super(world);
            this.world = world;
        }

        /** Without {@link SeenRevision}, by which a source of the real one trusts nothing more once it saw that etcd went back: ids are not to repeat without it either. */
        @Override
        protected RecordStore connect(SimulatedProcess process) {
            return new EtcdRecordStore(new Link(process, this), PREFIX);
        }

        @Override
        public Map<Integer, Long> bounds() {
            return model.bounds();
        }

        /** An election now and then, so that etcd may go back from a term to that term. */
        @Override
        public Object save() {
            Object copy = model.save();
            if (world.oneIn(ELECTION_ONE_IN)) {
                model.elect();
            }
            return copy;
        }

        @Override
        public void restore(Object saved) {
            model.restore(saved);
        }

        @Override
        public void wipe() {
            model.deleteAll();
        }

        @Override
        protected void lose(int id) {
            model.delete(PREFIX + "/" + NAMESPACE + "/ids/" + Namespace.digits(id));
        }
    }

    /** One process's link. */
    private static final class Link extends SimulatedEtcd {
        private final SimulatedProcess process;
        private final SimulatedKeys store;

        Link(SimulatedProcess process, SimulatedKeys store) {
            this.process = process;
            this.store = store;
        }

        @Override
        public Outcome commitOnce(Transaction transaction) {
            return process.world()
                    .network()
                    .call(
                            process,
                            "transaction",
                            () -> store.model.commit(transaction, store.clock().millis()));
        }
    }
}
