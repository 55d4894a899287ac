package io.distid.worker;

import io.distid.IdException;
import io.distid.internal.lease.LossShutdown;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;

/**
 * Tells what becomes of one lease: the log that it fails to be renewed, that it is renewed again, or that it is lost; and of a loss its
 * listeners, too.
 *
 * <p>Logs and listeners may block. So they are called by an executor that renews nothing. Only what ends issuing is called by the thread that
 * renews. Safe for use by any number of threads.
 */
final class LeaseNotices {
    private static final System.Logger LOG = System.getLogger(RenewedLease.class.getName());

    private final String name;
    /** Stays as it is from the loss on. */
    private final List<Runnable> listeners = new ArrayList<>();

    private volatile Executor executor = Runnable::run;
    private volatile boolean lost;

    /** Of a lease that has just begun, with its name for messages. */
    LeaseNotices(String name) {
        this.name = name;
    }

    /** Has another thread call logs and listeners from now on; until then, the one that renews does. */
    void callOn(Executor other) {
        executor = other;
    }

    boolean isLost() {
        return lost;
    }

    void onLoss(Runnable listener) {
        synchronized (listeners) {
            if (!lost) {
                listeners.add(listener);
                return;
            }
        }
        listener.run();
    }

    void log(Level level, String text) {
        tell(() -> LOG.log(level, name + text));
    }

    /** Once. Logs last, since a log may block, and listeners end what must not go on. */
    void lost(IdException reason) {
        synchronized (listeners) {
            lost = true;
        }
        call(true);
        tell(() -> {
            call(false);
            LOG.log(Level.ERROR, name + " is lost: " + reason.getMessage());
        });
    }

    private void call(boolean endIssuing) {
        // By index: an iterator takes memory, and issuing has to end where there is none.
        for (int i = 0; i < listeners.size(); i++) {
            Runnable listener = listeners.get(i);
            if (listener instanceof LossShutdown == endIssuing) {
                try {
                    listener.run();
                } catch (RuntimeException | Error e) {
                    tell(() -> LOG.log(Level.WARNING, "a listener to the loss of " + name + " failed", e));
                }
            }
        }
    }

    private void tell(Runnable notice) {
        try {
            executor.execute(notice);
        } catch (RuntimeException | Error e) {
            // No thread can be had, or no memory. To be told late is worse than a renewal that waits.
            notice.run();
        }
    }
}
