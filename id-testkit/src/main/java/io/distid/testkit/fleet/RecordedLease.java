package io.distid.testkit.fleet;

import io.distid.IdException;
import io.distid.worker.LeaseHealth;
import io.distid.worker.WorkerLease;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** A lease that remembers the highest bound that it has ever returned. */
final class RecordedLease implements WorkerLease {
    private final WorkerLease lease;
    private final AtomicLong highest = new AtomicLong(Long.MIN_VALUE);

    RecordedLease(WorkerLease lease) {
        this.lease = lease;
    }

    long highest() {
        return highest.get();
    }

    @Override
    public long reservedUntil() {
        long bound = lease.reservedUntil();
        if (bound > highest.get()) {
            highest.accumulateAndGet(bound, Math::max);
        }
        return bound;
    }

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
    public long stampedUntil() {
        return lease.stampedUntil();
    }

    @Override
    public @Nullable IdException failure() {
        return lease.failure();
    }

    @Override
    public void want(long tickStart) {
        lease.want(tickStart);
    }

    @Override
    public LeaseHealth health() {
        return lease.health();
    }

    @Override
    public void onLoss(Runnable listener) {
        lease.onLoss(listener);
    }

    @Override
    public void release(long stampedUntil) {
        lease.release(stampedUntil);
    }

    @Override
    public void close() {
        lease.close();
    }
}
