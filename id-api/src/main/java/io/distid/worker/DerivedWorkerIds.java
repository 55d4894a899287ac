package io.distid.worker;

import io.distid.ConfigException;
import io.distid.spi.WorkerIds;
import io.distid.spi.WorkerLease;
import io.distid.spi.WorkerRequest;
import java.lang.System.Logger.Level;

/** Grants one id that was read off the node itself; nothing checks that no other node reads off the same. */
record DerivedWorkerIds(long id, String origin) implements WorkerIds {
    private static final System.Logger LOG = System.getLogger(DerivedWorkerIds.class.getName());

    @Override
    public WorkerLease acquire(WorkerRequest request) {
        if (id > request.lastId()) {
            throw new ConfigException("worker id is " + id + " (" + origin + "): must be from 0 to " + request.lastId()
                    + ", as the layout has it");
        }
        LOG.log(Level.INFO, "worker id " + id + " of namespace " + request.namespace() + " is " + origin);
        return new UnboundLease((int) id, request.clock().instant());
    }

    @Override
    public void close() {
        // Holds nothing.
    }
}
