package io.distid.testkit;

import io.distid.IdException;
import io.distid.time.StampBound;
import io.distid.worker.LeaseHealth;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import io.distid.worker.WorkerRequest;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A worker id that never had a holder, without a bound. For tests of a generator under a {@link ManualClock}, which would
 * otherwise wait for a predecessor's tick. Immutable.
 *
 * @param id the worker id
 */
public record FreshWorker(int id) implements WorkerIds {

    @Override
    public WorkerLease acquire(WorkerRequest request) {
        return new Lease(request.idOf(id, "fresh"));
    }

    @Override
    public void close() {
        // This source holds nothing.
    }

    private record Lease(int workerId) implements WorkerLease {
        @Override
        public boolean isDurable() {
            return false;
        }

        @Override
        public long stampedUntil() {
            return StampBound.NONE.stampedUntil();
        }

        @Override
        public long reservedUntil() {
            return StampBound.NONE.reservedUntil();
        }

        @Override
        public @Nullable IdException failure() {
            return null;
        }

        @Override
        public LeaseHealth health() {
            return new LeaseHealth(workerId, Instant.EPOCH, null, null, Instant.EPOCH, 0, 0, false, false);
        }

        @Override
        public void onLoss(Runnable listener) {
            // The lease is never lost.
        }

        @Override
        public void release(long stampedUntil) {
            // No store holds the lease.
        }
    }
}
