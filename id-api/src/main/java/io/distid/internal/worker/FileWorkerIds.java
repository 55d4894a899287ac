package io.distid.internal.worker;

import io.distid.ConfigException;
import io.distid.worker.RenewedLease;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import io.distid.worker.WorkerRequest;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.OptionalLong;

/** Grants the worker id whose bound is kept in a local file, to one process at a time. Safe for use by any number of threads. */
public final class FileWorkerIds implements WorkerIds {
    private static final System.Logger LOG = System.getLogger(FileWorkerIds.class.getName());

    private final DurableFile file;
    private final OptionalLong number;
    private final boolean create;

    /**
     * The id that a file keeps.
     *
     * @param file its directory must exist and be writable
     * @param number the worker id; if empty, the id in the file, or the preferred id of the request
     * @param create whether a file that is missing is made
     */
    public FileWorkerIds(DurableFile file, OptionalLong number, boolean create) {
        this.file = file;
        this.number = number;
        this.create = create;
    }

    /**
     * {@inheritDoc}
     *
     * <p>If there is no file yet, the lease begins at twice the reservation from now. A file may have been lost while its holder still stamps.
     *
     * @throws ConfigException also if the file is in use by a running process, or is of another namespace or range
     */
    @Override
    public WorkerLease acquire(WorkerRequest request) {
        HeldWorkerFile held = HeldWorkerFile.lock(file);
        try {
            WorkerFile kept = held.read();
            // No bound is further ahead of the clock than that, so a new file begins above all of them.
            long clock = request.clock().millis();
            long reservation = request.reservation().toMillis();
            long most = clock + 2 * reservation;
            long stampedUntil;
            int workerId;
            if (kept == null) {
                workerId = firstId(request);
                stampedUntil = newFileFloor(request, workerId, most);
            } else {
                requireOwn(kept, request);
                workerId = kept.workerId();
                stampedUntil = kept.reservedUntil();
            }
            long bound = Math.max(stampedUntil, Math.min(Math.max(clock, stampedUntil) + reservation, most));
            held.write(new WorkerFile(request.namespace(), workerId, request.fingerprint(), bound));
            return RenewedLease.start(request, workerId, stampedUntil, bound, new WorkerFileBackend(held));
        } catch (RuntimeException | Error e) {
            held.close();
            throw e;
        }
    }

    @Override
    public Duration firstStart(WorkerRequest request) {
        return create && !file.exists() ? request.reservation().multipliedBy(2) : Duration.ZERO;
    }

    @Override
    public boolean isDurable() {
        return true;
    }

    /** Whether the settings leave the id open. */
    @Override
    public boolean heedsPreference() {
        return number.isEmpty();
    }

    /** Does nothing: the lease owns the file. */
    @Override
    public void close() {
        // The lease owns the lock.
    }

    /**
     * The stamp that a new file begins above. A lost file's holder may still run. Its ticks lead the clock by a reservation at most, and its bound
     * lies a reservation above those.
     */
    private long newFileFloor(WorkerRequest request, int workerId, long most) {
        long floor = Math.max(most, LiveWorkers.lastStamp(request.namespace(), workerId, request.fingerprint()));
        LOG.log(
                Level.INFO,
                "worker file " + file.path() + " is started for worker id " + workerId + " of namespace \""
                        + request.namespace()
                        + "\"; its ids begin after " + Instant.ofEpochMilli(floor)
                        + ", above those of any earlier holder whose file was lost");
        return floor;
    }

    private int firstId(WorkerRequest request) {
        if (!create || number.isEmpty() && request.preferredId().isEmpty()) {
            throw new ConfigException("worker file " + file.path()
                    + " does not exist: to start a new one, set worker.file-create=true and worker.id (for a file"
                    + " that checks a derived id: check.file-create=true). Remove the setting after the"
                    + " first start: a file that is missing later was lost, and the reason should be found.");
        }
        return number.isPresent()
                ? request.idOf(number.getAsLong(), "key id")
                : request.preferredId().getAsInt();
    }

    private void requireOwn(WorkerFile kept, WorkerRequest request) {
        kept.requireFor(request, file.path());
        if (number.isPresent() && kept.workerId() != request.idOf(number.getAsLong(), "key id")) {
            throw WorkerFile.foreign(
                    file.path(),
                    "worker id " + kept.workerId() + ", not " + request.idOf(number.getAsLong(), "key id"));
        }
    }
}
