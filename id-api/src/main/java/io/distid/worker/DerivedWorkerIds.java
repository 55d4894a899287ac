package io.distid.worker;

import io.distid.spi.WorkerIds;
import io.distid.spi.WorkerLease;
import io.distid.spi.WorkerRequest;
import java.lang.System.Logger.Level;

/** Grants one id that was read off the node itself; nothing checks that no other node reads off the same. */
record DerivedWorkerIds(long id, String origin) implements WorkerIds {
    private static final System.Logger LOG = System.getLogger(DerivedWorkerIds.class.getName());

    @Override
    public WorkerLease acquire(WorkerRequest request) {
        int workerId = request.idOf(id, origin);
        LOG.log(Level.INFO, "worker id " + workerId + " of namespace " + request.namespace() + " is " + origin);
        return new UnboundLease(workerId, request.clock().instant());
    }

    @Override
    public void close() {
        // Holds nothing.
    }
}
