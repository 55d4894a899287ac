package io.distid.internal.worker;

import io.distid.IdException;
import io.distid.worker.LeaseHealth;
import io.distid.worker.WorkerLease;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A worker id without a store: it has no bound, is never renewed and cannot be lost. */
record UnboundLease(String namespace, int workerId, String layout, Instant taken) implements WorkerLease {

    /**
     * The tick at which the id was taken, since a predecessor that ended a moment before may have used it. Or, if later, the last tick of this
     * process that ids must lie above.
     */
    @Override
    public long stampedUntil() {
        return Math.max(taken.toEpochMilli(), LiveWorkers.lastStamp(namespace, workerId, layout));
    }

    @Override
    public boolean isDurable() {
        return false;
    }

    @Override
    public long reservedUntil() {
        return NONE.reservedUntil();
    }

    @Override
    public @Nullable IdException failure() {
        return null;
    }

    @Override
    public LeaseHealth health() {
        return new LeaseHealth(workerId, taken, null, null, taken, 0, 0, false, false);
    }

    @Override
    public void onLoss(Runnable listener) {
        // Never lost.
    }

    @Override
    public void release(long stampedUntil) {
        // Nothing to release: no store has this id.
    }
}
