package io.distid.testkit.tiny;

import io.distid.IdException;
import io.distid.testkit.tiny.TinyWorkersProvider.Defect;
import io.distid.worker.LeaseBackend;
import io.distid.worker.LeaseHealth;
import io.distid.worker.RenewedLease;
import io.distid.worker.WorkerLease;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A lease that a source made by itself, and got wrong.
 *
 * @param lease as it should be
 * @param hold its slot
 * @param defect what is wrong
 */
record DefectiveLease(RenewedLease lease, LeaseBackend hold, Defect defect) implements WorkerLease {
    private static final long LATER_MILLIS = 60_000;
    /** The one that stalls where only one does. */
    private static final AtomicReference<@Nullable DefectiveLease> FIRST = new AtomicReference<>();

    @Override
    public boolean isDurable() {
        return defect != Defect.DENIES_DURABILITY;
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
    public long reservedUntil() {
        return lease.reservedUntil() + (defect == Defect.TELLS_A_LATER_BOUND ? LATER_MILLIS : 0);
    }

    @Override
    public @Nullable IdException failure() {
        return lease.failure();
    }

    @Override
    public LeaseHealth health() {
        return lease.health();
    }

    @Override
    public void onLoss(Runnable listener) {
        if (defect != Defect.HIDES_LOSS) {
            lease.onLoss(isStalled() ? () -> afterTheBound(listener) : listener);
        }
    }

    private boolean isStalled() {
        return defect == Defect.TELLS_OF_A_LOSS_LATE
                || defect == Defect.TELLS_OF_A_LOSS_LATE_ONCE
                        && (FIRST.compareAndSet(null, this) || equals(FIRST.get()));
    }

    /** As where the thread that calls listeners gets no core. */
    private void afterTheBound(Runnable listener) {
        long end = lease.reservedUntil() + 100;
        // It returns at once where somebody has called this thread.
        while (System.currentTimeMillis() < end) {
            LockSupport.parkUntil(end);
        }
        listener.run();
    }

    @Override
    public void want(long tickStart) {
        lease.want(tickStart);
    }

    @Override
    public void release(long stampedUntil) {
        lease.release(stampedUntil);
        if (defect == Defect.RELEASES_OTHERS) {
            hold.release(stampedUntil);
        }
    }
}
