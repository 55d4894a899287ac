package io.distid.testkit.simulation;

import io.distid.IdException;
import io.distid.worker.LeaseHealth;
import io.distid.worker.WorkerLease;
import org.jspecify.annotations.Nullable;

/** A lease that never calls its listeners: a negative control. */
record LeaseWithoutLoss(WorkerLease lease) implements WorkerLease {
    @Override
    public boolean isDurable() {
        return lease.isDurable();
    }

    @Override
    public boolean isExclusive() {
        return lease.isExclusive();
    }

    @Override
    public int workerId() {
        return lease.workerId();
    }

    @Override
    public LeaseHealth health() {
        return lease.health();
    }

    @Override
    public void onLoss(Runnable listener) {
        // Never called.
    }

    @Override
    public void release(long stampedUntil) {
        lease.release(stampedUntil);
    }

    @Override
    public long stampedUntil() {
        return lease.stampedUntil();
    }

    @Override
    public long reservedUntil() {
        return lease.reservedUntil();
    }

    @Override
    public @Nullable IdException failure() {
        return lease.failure();
    }

    @Override
    public void want(long tickStart) {
        lease.want(tickStart);
    }
}
