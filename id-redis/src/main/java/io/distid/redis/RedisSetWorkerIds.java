package io.distid.redis;

import io.distid.IdsExhaustedException;
import io.distid.internal.CleanUp;
import io.distid.internal.worker.HeldWorkerFile;
import io.distid.internal.worker.WorkerFile;
import io.distid.worker.StoreWorkerIds;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import io.distid.worker.WorkerRequest;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Leases machine ids that {@code SADD} proves free. A file keeps this node's id, which is tried first. The bound is in Redis, not in the
 * file. Safe for use by any number of threads.
 */
final class RedisSetWorkerIds implements WorkerIds {
    private static final System.Logger LOG = System.getLogger(RedisSetWorkerIds.class.getName());

    private final StoreWorkerIds leases;
    private final @Nullable HeldWorkerFile file;
    private final ReentrantLock turn = new ReentrantLock();

    /**
     * Creates a source of worker ids.
     *
     * @param leases closed with this
     * @param file locked for as long as this is open, and closed with it; null for none
     */
    RedisSetWorkerIds(StoreWorkerIds leases, @Nullable HeldWorkerFile file) {
        this.leases = leases;
        this.file = file;
    }

    @Override
    public WorkerLease acquire(WorkerRequest request) {
        if (file == null) {
            return leases.acquire(request);
        }
        turn.lock();
        try {
            return acquire(request, file);
        } finally {
            turn.unlock();
        }
    }

    private WorkerLease acquire(WorkerRequest request, HeldWorkerFile held) {
        WorkerFile kept = held.read();
        WorkerLease lease = kept == null ? leases.acquire(request) : acquireAgain(request, kept, held);
        if (kept == null || kept.workerId() != lease.workerId()) {
            try {
                held.write(new WorkerFile(request.namespace(), lease.workerId(), line(request), 0));
            } catch (RuntimeException | Error e) {
                // No tick was stamped under it.
                CleanUp.after(e, () -> lease.release(lease.stampedUntil()));
                throw e;
            }
        }
        return lease;
    }

    private WorkerLease acquireAgain(WorkerRequest request, WorkerFile kept, HeldWorkerFile held) {
        kept.requireFor(request, line(request), held.path());
        try {
            return leases.acquireKept(request, kept.workerId());
        } catch (IdsExhaustedException e) {
            LOG.log(
                    Level.WARNING,
                    "another machine id than that of file " + held.path() + " is taken: " + e.getMessage());
            return leases.acquire(request);
        }
    }

    /** The file's layout line. It differs from that of {@code worker=file}, which would miss a bound in the file. */
    private static String line(WorkerRequest request) {
        return request.fingerprint() + ", of redis-set";
    }

    @Override
    public Duration firstStart(WorkerRequest request) {
        return leases.firstStart(request);
    }

    @Override
    public boolean isDurable() {
        return true;
    }

    @Override
    public void close() {
        try {
            leases.close();
        } finally {
            if (file != null) {
                file.close();
            }
        }
    }
}
