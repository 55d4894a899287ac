package io.distid.worker;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.LeaseLostException;
import io.distid.StoreRegressedException;
import io.distid.spi.LeaseHold;
import io.distid.spi.RenewedLease;
import io.distid.spi.WorkerIds;
import io.distid.spi.WorkerLease;
import io.distid.spi.WorkerRequest;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.OptionalLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

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
        FileChannel lock = lock();
        try {
            WorkerFile kept = WorkerFile.read(path);
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
            WorkerFile file = new WorkerFile(request.namespace(), workerId, request.fingerprint(), bound);
            file.write(path);
            return RenewedLease.start(request, workerId, stampedUntil, bound, new Hold(path, lock, file));
        } catch (RuntimeException | Error e) {
            unlock(lock);
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
        String foreign = null;
        if (!kept.namespace().equals(request.namespace())) {
            foreign = "namespace \"" + kept.namespace() + "\", not \"" + request.namespace() + "\"";
        } else if (!kept.layout().equals(request.fingerprint())) {
            foreign = "layout \"" + kept.layout() + "\", not \"" + request.fingerprint() + "\"";
        } else if (number.isPresent() && kept.workerId() != request.idOf(number.getAsLong(), "key worker.id")) {
            foreign = "worker id " + kept.workerId() + ", not " + request.idOf(number.getAsLong(), "key worker.id");
        } else if (kept.workerId() < request.firstId() || kept.workerId() > request.lastId()) {
            foreign =
                    "worker id " + kept.workerId() + ", not one from " + request.firstId() + " to " + request.lastId();
        }
        if (foreign != null) {
            throw new ConfigException("worker file " + path + " is of " + foreign + ": name another file");
        }
    }

    private FileChannel lock() {
        Path lockPath = path.resolveSibling(path.getFileName() + ".lock");
        FileChannel channel = null;
        try {
            channel = FileChannel.open(lockPath, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            FileLock lock = channel.tryLock();
            if (lock != null) {
                return channel;
            }
        } catch (OverlappingFileLockException e) {
            // By this process: said below, like another's.
        } catch (IOException e) {
            unlock(channel);
            throw new BackendException(
                    "worker file " + path + " cannot be locked: " + e
                            + "; does its directory exist, and is it writable?",
                    e);
        }
        unlock(channel);
        throw new ConfigException("worker file " + path + " is in use by a running process, which holds the lock "
                + lockPath + ": one process at a time; close the other, or name another file");
    }

    private static void unlock(@Nullable FileChannel lock) {
        if (lock == null) {
            return;
        }
        try {
            lock.close();
        } catch (IOException e) {
            // Closing frees the lock whatever it reports; there is nothing to be done about the rest.
        }
    }

    /** The file as this process left it. */
    private static final class Hold implements LeaseHold {
        private final Path path;
        private final FileChannel lock;
        /** Keeps a renewal that is under way from overwriting the exact last stamp. */
        private final ReentrantLock turn = new ReentrantLock();

        private WorkerFile written;
        private boolean over;

        Hold(Path path, FileChannel lock, WorkerFile written) {
            this.path = path;
            this.lock = lock;
            this.written = written;
        }

        @Override
        public void renew(long reservedUntil) {
            turn.lock();
            try {
                if (over) {
                    throw new LeaseLostException("worker file " + path + " was released");
                }
                replace(reservedUntil);
            } finally {
                turn.unlock();
            }
        }

        @Override
        public void release(long stampedUntil) {
            turn.lock();
            try {
                over = true;
                replace(stampedUntil);
            } finally {
                unlock(lock);
                turn.unlock();
            }
        }

        @Override
        public void abandon() {
            unlock(lock);
        }

        private void replace(long bound) {
            WorkerFile found = WorkerFile.read(path);
            if (found == null) {
                throw new LeaseLostException("worker file " + path + " is gone: it was deleted while in use");
            }
            // After a write whose outcome is unknown, the file may be ahead of what was confirmed, never behind it.
            if (!found.withReservedUntil(0).equals(written.withReservedUntil(0))
                    || found.reservedUntil() < written.reservedUntil()) {
                throw new StoreRegressedException("worker file " + path + " was changed while in use: it keeps " + found
                        + ", last written was " + written);
            }
            WorkerFile next = written.withReservedUntil(bound);
            next.write(path);
            written = next;
        }
    }
}
