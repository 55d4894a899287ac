package io.distid.internal.worker;

import io.distid.LeaseLostException;
import io.distid.worker.LeaseBackend;
import java.lang.System.Logger.Level;
import java.util.concurrent.locks.ReentrantLock;

/** A worker id whose bound is kept in a file. Safe for use by a renewal and a release at a time. */
final class WorkerFileBackend implements LeaseBackend {
    private static final System.Logger LOG = System.getLogger(WorkerFileBackend.class.getName());

    private final HeldWorkerFile held;
    /** Prevents a renewal under way from overwriting the exact last stamp. */
    private final ReentrantLock turn = new ReentrantLock();

    private boolean over;

    /**
     * Takes a file over.
     *
     * @param held with the lease's content written already; closed when the lease ends
     */
    WorkerFileBackend(HeldWorkerFile held) {
        this.held = held;
    }

    @Override
    public boolean isShared() {
        return false;
    }

    @Override
    public void renew(long reservedUntil) {
        turn.lock();
        try {
            if (over) {
                throw new LeaseLostException("worker file " + held.path() + " was released");
            }
            held.move(reservedUntil);
        } finally {
            turn.unlock();
        }
    }

    @Override
    public void release(long stampedUntil) {
        turn.lock();
        try {
            over = true;
            held.move(stampedUntil);
        } catch (LeaseLostException e) {
            // Another process has it by now, so there is nothing to release.
            LOG.log(Level.WARNING, e.getMessage());
        } finally {
            held.close();
            turn.unlock();
        }
    }

    @Override
    public void abandon() {
        held.close();
    }
}
