package io.distid.worker;

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
    private final List<Runnable> listeners = new ArrayList<>();
    /** Above 0 while a call is under way or to come. */
    private final AtomicInteger changes = new AtomicInteger();

    private volatile Executor executor = Runnable::run;
    private volatile boolean lost;
    private volatile @Nullable Notice latest;
    /** By the call that is under way. */
    private State notified = State.RENEWED;

    private enum State {
        RENEWED,
        FAILING,
        LOST
    }

    private record Notice(State state, String text, List<Runnable> listeners, List<Throwable> errors) {}

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
                listeners.add(listener);
                return;
            }
        }
        listener.run();
    }

    void failing(String text) {
        tell(new Notice(State.FAILING, text, List.of(), List.of()));
    }

    void renewedAgain(String text) {
        tell(new Notice(State.RENEWED, text, List.of(), List.of()));
    }

    /** Once. */
    void lost(String text) {
        List<Runnable> called;
        synchronized (listeners) {
            lost = true;
            called = List.copyOf(listeners);
        }
        List<Throwable> errors = new ArrayList<>();
        called.stream().filter(LossShutdown.class::isInstance).forEach(listener -> call(listener, errors));
        List<Runnable> others = called.stream()
                .filter(listener -> !(listener instanceof LossShutdown))
                .toList();
        tell(new Notice(State.LOST, text, others, errors));
    }

    private void tell(Notice notice) {
        latest = notice;
        if (changes.getAndIncrement() == 0) {
            try {
                executor.execute(this::tellAll);
            } catch (RuntimeException | Error e) {
                // No thread can be had. To be told late is worse than a renewal that waits.
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
        List<Throwable> errors = new ArrayList<>(notice.errors);
        notice.listeners.forEach(listener -> call(listener, errors));
        // Last, since a log may block, and listeners end what must not go on.
        LOG.log(
                switch (notice.state) {
                    case RENEWED -> Level.INFO;
                    case FAILING -> Level.WARNING;
                    case LOST -> Level.ERROR;
                },
                name + notice.text);
        errors.forEach(error -> LOG.log(Level.WARNING, "a listener to the loss of " + name + " failed", error));
    }

    private static void call(Runnable listener, List<Throwable> errors) {
        try {
            listener.run();
        } catch (RuntimeException | Error e) {
            errors.add(e);
        }
    }
}
