package io.distid.worker;

import io.distid.spi.WorkerIds;
import io.distid.spi.WorkerLease;
import io.distid.spi.WorkerRequest;
import java.time.Instant;

/** Grants the one id that a node was given, or that was read off it; nothing checks that no other node has the same. */
record DerivedWorkerIds(long id, String origin) implements WorkerIds {
    @Override
    public WorkerLease acquire(WorkerRequest request) {
        int workerId = request.idOf(id, origin);
        Instant now = request.clock().instant();
        // A predecessor that was closed or crashed a moment ago may have used the tick that is running; so it is left
        // out.
        long stampedUntil = Math.max(now.toEpochMilli(), LiveWorkers.lastStamp(request.namespace(), workerId));
        return new UnboundLease(workerId, now, stampedUntil);
    }

    @Override
    public void close() {
        // Holds nothing.
    }
}
