package io.distid.worker;

import io.distid.ConfigException;
import io.distid.spi.RenewedLease;
import io.distid.spi.WorkerIds;
import io.distid.spi.WorkerLease;
import io.distid.spi.WorkerRequest;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.function.ToIntFunction;

/** Grants the worker id that a local file keeps the bound of, to one process at a time. */
public final class FileWorkerIds implements WorkerIds {
    private final Path path;
    private final OptionalLong number;
    private final ToIntFunction<WorkerRequest> assign;

    FileWorkerIds(Path path, OptionalLong number, boolean create) {
        this.path = path;
        this.number = number;
        this.assign = request -> requireCreation(path, number, create, request);
    }

    /**
     * An id that somebody assigns once, and the file keeps from then on.
     *
     * @param path the file; its directory must exist and be writable
     * @param assign asked for the worker id, within the request's range, if there is no file; must never give one id twice
     */
    public FileWorkerIds(Path path, ToIntFunction<WorkerRequest> assign) {
        this.path = path;
        this.number = OptionalLong.empty();
        this.assign = assign;
    }

    /**
     * {@inheritDoc}
     *
     * @throws ConfigException also if the file is in use by a running process, or is of another namespace or range
     */
    @Override
    public WorkerLease acquire(WorkerRequest request) {
        HeldWorkerFile held = HeldWorkerFile.lock(path);
        try {
            WorkerFile kept = held.read();
            long stampedUntil;
            int workerId;
            if (kept == null) {
                workerId = assign.applyAsInt(request);
                // Of a file that was deleted nothing is known but that its ids are not of the future.
                stampedUntil = Math.max(request.clock().millis(), LiveWorkers.lastStamp(request.namespace(), workerId));
            } else {
                requireOwn(kept, request);
                workerId = kept.workerId();
                stampedUntil = kept.reservedUntil();
            }
            long bound = RenewedLease.firstBound(request, stampedUntil);
            held.write(new WorkerFile(request.namespace(), workerId, request.fingerprint(), bound));
            return RenewedLease.start(request, workerId, stampedUntil, bound, new WorkerFileHold(held));
        } catch (RuntimeException | Error e) {
            held.close();
            throw e;
        }
    }

    /** Does nothing: the file is the lease's. */
    @Override
    public void close() {
        // The lock is the lease's.
    }

    private static int requireCreation(Path path, OptionalLong number, boolean create, WorkerRequest request) {
        if (!create || number.isEmpty() && request.preferredId().isEmpty()) {
            throw new ConfigException(
                    "worker file " + path + " does not exist: to start a new one, give worker.create=true and"
                            + " worker.id (as a check of a derived id: check.create=true). If it was lost, be sure that"
                            + " the clock has passed every id that was made with it.");
        }
        return number.isPresent()
                ? request.idOf(number.getAsLong(), "key worker.id")
                : request.preferredId().getAsInt();
    }

    private void requireOwn(WorkerFile kept, WorkerRequest request) {
        kept.requireFor(request, path);
        if (number.isPresent() && kept.workerId() != request.idOf(number.getAsLong(), "key worker.id")) {
            throw WorkerFile.foreign(
                    path,
                    "worker id " + kept.workerId() + ", not " + request.idOf(number.getAsLong(), "key worker.id"));
        }
    }
}
