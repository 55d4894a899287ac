package io.distid.db;

import io.distid.IdsExhaustedException;
import io.distid.internal.worker.HeldWorkerFile;
import io.distid.internal.worker.WorkerFile;
import io.distid.worker.StoreWorkerIds;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import io.distid.worker.WorkerRequest;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.ToIntFunction;

/**
 * Leases the worker id of a node, which registers once. The node's file keeps the id. The lease ensures that the id has one holder at most, even
 * if the register or a file is lost. Safe for use by any number of threads.
 */
final class MySqlRegisterWorkerIds implements WorkerIds {
    private static final System.Logger LOG = System.getLogger(MySqlRegisterWorkerIds.class.getName());

    private final StoreWorkerIds leases;
    private final ToIntFunction<WorkerRequest> register;
    private final HeldWorkerFile file;
    private final ReentrantLock turn = new ReentrantLock();

    /** Closes leases and file with itself. The register returns another worker id each time, unless it was lost. */
    MySqlRegisterWorkerIds(StoreWorkerIds leases, ToIntFunction<WorkerRequest> register, HeldWorkerFile file) {
        this.leases = leases;
        this.register = register;
        this.file = file;
    }

    @Override
    public WorkerLease acquire(WorkerRequest request) {
        turn.lock();
        try {
            int id = registered(request);
            try {
                return leases.acquireKept(request, id);
            } catch (IdsExhaustedException e) {
                throw new IdsExhaustedException(
                        e.getMessage() + ". File " + file.path() + " says that worker id " + id
                                + " is this node's. If the holder is another node, the file was copied, or the register was"
                                + " lost: delete the file, and this node registers again.",
                        e);
            }
        } finally {
            turn.unlock();
        }
    }

    private int registered(WorkerRequest request) {
        WorkerFile kept = file.read();
        if (kept != null) {
            kept.requireFor(request, line(request), file.path());
            return kept.workerId();
        }
        // Checked before a number is used up: the layout may differ, or this node's clock may be wrong.
        leases.look(request, request.firstId());
        int id = register.applyAsInt(request);
        while (leases.look(request, id) != null) {
            LOG.log(
                    Level.WARNING,
                    "worker id " + id + " of namespace \"" + request.namespace()
                            + "\" was used before this node registered for it: was the register lost? It is passed over.");
            id = register.applyAsInt(request);
        }
        // Written before the id is used. Otherwise a node that crashes would use up one more number.
        file.write(new WorkerFile(request.namespace(), id, line(request), 0));
        LOG.log(
                Level.INFO,
                "this node is registered for worker id " + id + " of namespace \"" + request.namespace()
                        + "\", for good: " + file.path() + " keeps it");
        return id;
    }

    /** The file's layout line. It differs from that of {@code worker=file}, which would miss a bound in the file. */
    private static String line(WorkerRequest request) {
        return request.fingerprint() + ", of mysql-register";
    }

    @Override
    public Duration firstStart(WorkerRequest request) {
        return leases.firstStart(request);
    }

    @Override
    public boolean isDurable() {
        return true;
    }

    /** The number is this node's own. */
    @Override
    public boolean heedsPreference() {
        return false;
    }

    @Override
    public void close() {
        try {
            leases.close();
        } finally {
            file.close();
        }
    }
}
