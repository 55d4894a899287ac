package io.distid.redis;

import io.distid.spi.LeaseHold;
import io.distid.worker.WorkerFileHold;

/**
 * An id of a set whose bound is kept on the node's own disk.
 *
 * <p>It is freed in the set before the file is let go of: who holds the file next has the same token.
 */
final class MachineIdFileHold implements LeaseHold {
    private final WorkerFileHold file;
    private final MachineIdSet set;
    private final String namespace;
    private final RedisSetWorkerIds.Taken taken;
    private final long stampedBefore;

    MachineIdFileHold(
            WorkerFileHold file,
            MachineIdSet set,
            String namespace,
            RedisSetWorkerIds.Taken taken,
            long stampedBefore) {
        this.file = file;
        this.set = set;
        this.namespace = namespace;
        this.taken = taken;
        this.stampedBefore = stampedBefore;
    }

    @Override
    public void renew(long reservedUntil) {
        file.renew(reservedUntil);
    }

    @Override
    public void release(long stampedUntil) {
        long stamped = Math.max(stampedUntil, stampedBefore);
        try {
            set.free(namespace, taken.id(), taken.token(), stamped);
        } finally {
            file.release(stamped);
        }
    }

    @Override
    public void abandon() {
        file.abandon();
    }
}
