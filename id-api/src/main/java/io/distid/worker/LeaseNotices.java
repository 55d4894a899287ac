package io.distid.worker;

import io.distid.IdException;
import io.distid.internal.lease.LossShutdown;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;

/**
 * Reports on one lease. It logs failed renewals, their recovery, and the loss of the lease. After a loss it also calls the listeners.
 *
 * <p>Logs and listeners may block, so an executor that renews nothing calls them. Only listeners that end issuing are called by the renewing thread.
 * Safe for use by any number of threads.
 */
final class LeaseNotices {
    private static final System.Logger LOG = System.getLogger(RenewedLease.class.getName());

    private final String name;
    /** Unchanged from the loss on. */
    private final List<Runnable> listeners = new ArrayList<>();

    private volatile Executor executor = Runnable::run;
    private volatile boolean lost;

    /** The notices of a lease that has just begun, with its name for messages. */
    LeaseNotices(String name) {
        this.name = name;
    }

    /** Lets another executor call logs and listeners from now on. Until then, the renewing thread calls them. */
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

    /** Reports the loss once. The log comes last, since it may block, and listeners stop work that must not go on. */
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
        // By index: an iterator takes memory, and issuing must end even without memory.
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
            // There is no thread or no memory. A late notice is worse than a delayed renewal.
            notice.run();
        }
    }
}
