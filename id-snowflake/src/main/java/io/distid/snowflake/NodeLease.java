package io.distid.snowflake;

import io.distid.IdException;
import io.distid.spi.LeaseHealth;
import io.distid.spi.WorkerLease;
import org.jspecify.annotations.Nullable;

/** A lease on a worker id within a datacenter, as a number that holds both. */
record NodeLease(WorkerLease worker, int offset) implements WorkerLease {

    @Override
    public int workerId() {
        return offset | worker.workerId();
    }

    @Override
    public long stampedUntil() {
        return worker.stampedUntil();
    }

    @Override
    public long reservedUntil() {
        return worker.reservedUntil();
    }

    @Override
    public @Nullable IdException failure() {
        return worker.failure();
    }

    @Override
    public LeaseHealth health() {
        return worker.health();
    }

    @Override
    public void onLoss(Runnable listener) {
        worker.onLoss(listener);
    }

    @Override
    public void release(long stampedUntil) {
        worker.release(stampedUntil);
    }
}
