package io.distid.worker;

import io.distid.IdException;
import io.distid.spi.LeaseHealth;
import io.distid.spi.WorkerLease;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A worker id that no store stands behind: it has no bound, is never renewed and cannot be lost. */
record UnboundLease(int workerId, Instant taken, long stampedUntil) implements WorkerLease {

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
        return new LeaseHealth(workerId, Instant.MAX, taken, 0, false);
    }

    @Override
    public void onLoss(Runnable listener) {
        // Never lost.
    }

    @Override
    public void release(long stampedUntil) {
        // Held nowhere.
    }
}
