package io.distid.worker;

import java.lang.System.Logger.Level;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** The threads on which logs and listeners are called, since both may block. They end when idle. */
final class NoticeThreads {
    static final int MOST = 2;
    private static final System.Logger LOG = System.getLogger(RenewedLease.class.getName());
    private static final long IDLE_SECONDS = 1;

    private final ThreadPoolExecutor threads;
    private final AtomicBoolean tellsInterrupt = new AtomicBoolean();

    NoticeThreads(ThreadFactory factory) {
        // Of each lease no more than one call waits, so the queue is as long as there are leases.
        threads = new ThreadPoolExecutor(
                MOST, MOST, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), factory);
        threads.allowCoreThreadTimeOut(true);
    }

    /** Throws what starting a thread throws; then the task is not carried out. */
    void execute(Runnable task) {
        threads.execute(task);
    }

    /** Logs that a renewing thread was interrupted; many at a time are one. */
    void interrupted() {
        if (tellsInterrupt.compareAndSet(false, true)) {
            try {
                execute(() -> {
                    tellsInterrupt.set(false);
                    LOG.log(Level.WARNING, "a thread that renews leases was interrupted, and goes on");
                });
            } catch (RuntimeException | Error e) {
                // It is counted, and a log has no thread now.
                tellsInterrupt.set(false);
            }
        }
    }
}
