package io.distid.testkit.tiny;

import io.distid.worker.LeaseBackend;
import io.distid.worker.RenewedLease;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import io.distid.worker.WorkerRequest;

/**
 * A generator's mistake: it stamps beyond the bound that its lease tells.
 *
 * @param workers whose bounds it ignores
 */
record UnboundWorkers(WorkerIds workers) implements WorkerIds {

    @Override
    public WorkerLease acquire(WorkerRequest request) {
        WorkerLease lease = workers.acquire(request);
        LeaseBackend hold = new LeaseBackend() {
            @Override
            public void renew(long reservedUntil) {
                // It reads the bound, and does not keep to it.
                lease.reservedUntil();
            }

            @Override
            public void release(long stampedUntil) {
                lease.release(stampedUntil);
            }
        };
        return RenewedLease.start(
                request, lease.workerId(), lease.stampedUntil(), lease.reservedUntil() + 60_000, hold);
    }

    @Override
    public void close() {
        workers.close();
    }
}
