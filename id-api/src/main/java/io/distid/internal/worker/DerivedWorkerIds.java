package io.distid.internal.worker;

import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import io.distid.worker.WorkerRequest;

/** Grants the one id that a node was given, or that was derived from it. Nothing checks whether another node has the same id. */
record DerivedWorkerIds(long id, String origin) implements WorkerIds {
    @Override
    public WorkerLease acquire(WorkerRequest request) {
        int workerId = request.idOf(id, origin);
        return new UnboundLease(
                request.namespace(),
                workerId,
                request.fingerprint(),
                request.clock().instant());
    }

    @Override
    public boolean heedsPreference() {
        return false;
    }

    @Override
    public boolean heedsReservation() {
        return false;
    }

    @Override
    public void close() {
        // Nothing to close: this holds no resource.
    }
}
