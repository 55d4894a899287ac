package io.distid.redis;

import io.distid.worker.LeaseBackend;
import io.distid.worker.WorkerFileBackend;

/**
 * An id of a set whose bound is kept on the node's own disk, too: two records, either of which is enough.
 *
 * <p>A bound is confirmed once both have it. A crash in between leaves one of them further than what was stamped, which costs a wait.
 * The id is freed in the set before the file is released: who holds the file next is the same owner.
 */
record MachineIdFileBackend(WorkerFileBackend file, RedisLeaseBackend inRedis) implements LeaseBackend {

    @Override
    public void renew(long reservedUntil) {
        // Redis first, which refuses what lies too far ahead: else the next start would find that in the file.
        inRedis.renew(reservedUntil);
        file.renew(reservedUntil);
    }

    @Override
    public long maxAheadMillis() {
        return inRedis.maxAheadMillis();
    }

    @Override
    public void release(long stampedUntil) {
        try {
            inRedis.release(stampedUntil);
        } finally {
            file.release(inRedis.atLeastStampedBefore(stampedUntil));
        }
    }

    @Override
    public void abandon() {
        file.abandon();
    }
}
