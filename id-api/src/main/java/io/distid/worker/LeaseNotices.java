package io.distid.worker;

import io.distid.IdException;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Tells what becomes of one lease: the log that it fails to be renewed, that it is renewed again, or that it is lost; and of a loss its
 * listeners, too.
 *
 * <p>Logs and listeners may block. So they are called by an executor that renews nothing, one call at a time for each lease; what has
 * changed back by then is not told. Only what ends issuing is called by the thread that renews. Safe for use by any number of threads.
 */
final class LeaseNotices {
    private static final System.Logger LOG = System.getLogger(RenewedLease.class.getName());

    private final String name;
    private final Runnable disturbed;
    /** Stays as it is from the loss on. */
    private final List<Listener> listeners = new ArrayList<>();
    /** Above 0 while a call is under way or to come. */
    private final AtomicInteger changes = new AtomicInteger();

    // Made beforehand, since where a lease is lost there may be no memory.
    private final Notice loss = new Notice(State.LOST, " is lost: ");
    private final Runnable tellsAll = this::tellAll;

    private volatile Executor executor = Runnable::run;
    private volatile boolean lost;
    private volatile @Nullable IdException reason;
    private volatile @Nullable Notice latest;
    /** By the call that is under way. */
    private State notified = State.RENEWED;

    private enum State {
        RENEWED,
        FAILING,
        LOST
    }

    private record Notice(State state, String text) {}

    /** With what it has thrown: to keep that here takes no memory. */
    private static final class Listener {
        private final Runnable called;
        private @Nullable Throwable error;

        Listener(Runnable called) {
            this.called = called;
        }

        boolean endsIssuing() {
            return called instanceof LossShutdown;
        }

        void call() {
            try {
                called.run();
            } catch (RuntimeException | Error e) {
                error = e;
            }
        }
    }

    /**
     * Of a lease that has just begun.
     *
     * @param name of the lease, for messages
     * @param disturbed called if a log fails
     */
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
                listeners.add(new Listener(listener));
                return;
            }
        }
        listener.run();
    }

    void failing(String text) {
        tell(new Notice(State.FAILING, text));
    }

    void renewedAgain(String text) {
        tell(new Notice(State.RENEWED, text));
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
        callListeners(true);
        tell(loss);
    }

    /** By index: an iterator or a copy takes memory. */
    private void callListeners(boolean endIssuing) {
        for (int i = 0; i < listeners.size(); i++) {
            Listener listener = listeners.get(i);
            if (listener.endsIssuing() == endIssuing) {
                listener.call();
            }
        }
    }

    private void tell(Notice notice) {
        latest = notice;
        if (changes.getAndIncrement() == 0) {
            try {
                executor.execute(tellsAll);
            } catch (RuntimeException | Error e) {
                // No thread can be had, or no memory. To be told late is worse than a renewal that waits.
                tellAll();
            }
        }
    }

    private void tellAll() {
        int seen = changes.get();
        while (seen != 0) {
            try {
                tellLatest();
            } catch (RuntimeException | Error e) {
                disturbed.run();
            }
            seen = changes.addAndGet(-seen);
        }
    }

    private void tellLatest() {
        Notice notice = latest;
        if (notice == null || notice.state == notified) {
            return;
        }
        notified = notice.state;
        if (notice == loss) {
            callListeners(false);
        }
        // Last, since a log may block, and listeners end what must not go on.
        LOG.log(
                switch (notice.state) {
                    case RENEWED -> Level.INFO;
                    case FAILING -> Level.WARNING;
                    case LOST -> Level.ERROR;
                },
                name + textOf(notice));
        if (notice == loss) {
            logErrors();
        }
    }

    private String textOf(Notice notice) {
        IdException e = reason;
        return notice == loss && e != null ? notice.text + e.getMessage() : notice.text;
    }

    private void logErrors() {
        for (Listener listener : listeners) {
            if (listener.error != null) {
                LOG.log(Level.WARNING, "a listener to the loss of " + name + " failed", listener.error);
            }
        }
    }
}
