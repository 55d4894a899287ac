package io.distid.worker;

import io.distid.IdException;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

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
    private final Runnable disturbed;
    /** Stays as it is from the loss on. */
    private final List<Runnable> listeners = new ArrayList<>();
    /** Made beforehand, since where a lease is lost there may be no memory. */
    private final Runnable tellsLoss = this::tellLoss;

    private volatile Executor executor = Runnable::run;
    private volatile boolean lost;
    private volatile @Nullable IdException reason;
    private volatile @Nullable Throwable listenerError;

    /** Of a lease that has just begun, with its name for messages, and what is called if a log fails. */
    LeaseNotices(String name, Runnable disturbed) {
        this.name = name;
        this.disturbed = disturbed;
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
        tell(() -> {
            try {
                LOG.log(level, name + text);
            } catch (RuntimeException | Error e) {
                disturbed.run();
            }
        });
    }

    /**
     * Once. Takes no memory on the way to the listeners, since none may be left: a lease that is lost is renewed no more, so nothing would
     * call them later.
     */
    void lost(IdException e) {
        synchronized (listeners) {
            lost = true;
        }
        reason = e;
        call(true);
        tell(tellsLoss);
    }

    /** Logs last, since a log may block, and listeners end what must not go on. */
    private void tellLoss() {
        call(false);
        try {
            IdException e = reason;
            LOG.log(Level.ERROR, name + " is lost: " + (e == null ? "" : e.getMessage()));
            if (listenerError != null) {
                LOG.log(Level.WARNING, "a listener to the loss of " + name + " failed", listenerError);
            }
        } catch (RuntimeException | Error e) {
            disturbed.run();
        }
    }

    /** By index: an iterator or a copy takes memory. */
    private void call(boolean endIssuing) {
        for (int i = 0; i < listeners.size(); i++) {
            if (listeners.get(i) instanceof LossShutdown == endIssuing) {
                try {
                    listeners.get(i).run();
                } catch (RuntimeException | Error e) {
                    listenerError = e;
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
