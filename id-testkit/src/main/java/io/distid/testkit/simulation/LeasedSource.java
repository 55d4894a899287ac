package io.distid.testkit.simulation;

import io.distid.internal.worker.LeaseResources;
import io.distid.internal.worker.LeasedSequencer;
import io.distid.worker.WorkerRequest;
import java.util.OptionalInt;

/** The real sequencer on the real lease, which the generators of leased worker ids consist of. */
final class LeasedSource implements IdSource {
    private final IdFormat format;
    private final LeasedSequencer node;
    private final SimulatedWorkerIds workers;

    private LeasedSource(IdFormat format, LeasedSequencer node, SimulatedWorkerIds workers) {
        this.format = format;
        this.node = node;
        this.workers = workers;
    }

    static IdSource open(SimulatedProcess process) {
        Plan plan = process.world().plan();
        return LeaseResources.open(resources -> {
            SimulatedWorkerIds workers = SimulatedWorkerIds.open(process);
            resources.own(workers::close);
            WorkerRequest request = new WorkerRequest(
                    workers.namespace(),
                    (1 << process.format().workerBits()) - 1,
                    OptionalInt.empty(),
                    plan.reservation(),
                    process.format().fingerprint(),
                    process.name(),
                    process);
            LeasedSequencer node = LeasedSequencer.open(
                    workers, request, process.format().ticks(), plan.rule(), plan.startWait(), process, resources);
            return new LeasedSource(process.format(), node, workers);
        });
    }

    @Override
    public long next() {
        return id(node.sequencer().next());
    }

    @Override
    public void next(long[] ids) {
        node.sequencer().fill(ids, 0, ids.length);
        for (int i = 0; i < ids.length; i++) {
            ids[i] = id(ids[i]);
        }
    }

    @Override
    public SimulatedWorkerIds workers() {
        return workers;
    }

    @Override
    public void close() {
        workers.endRenewals();
        node.close();
    }

    private long id(long state) {
        return format.compose(node.lease().workerId(), state);
    }
}
