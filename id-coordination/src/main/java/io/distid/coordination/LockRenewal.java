package io.distid.coordination;

import java.lang.System.Logger.Level;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** Watches the lease of one lock: notices its end, and extends it if locks are renewed. Safe for use by any number of threads. */
final class LockRenewal {
    private static final System.Logger LOG = System.getLogger(LockRenewal.class.getName());
    /** A lease is extended after a third of its length. A failed extension is repeated after a twentieth. */
    private static final int RENEWALS = 3;

    private static final int RETRIES = 20;
    /** The longest time between two looks at the clocks: the monotonic clock stands still while the machine is suspended. */
    private static final long LONGEST_LOOK_NANOS = 1_000_000_000;

    private static final long SHORTEST_LOOK_NANOS = 1_000_000;

    private final FencedLocks locks;
    private final HeldLock held;
    private @Nullable Future<?> timer;
    private volatile boolean renewing;
    /** Whether the last extension was not answered. */
    private volatile boolean failed;

    LockRenewal(FencedLocks locks, HeldLock held) {
        this.locks = locks;
        this.held = held;
    }

    /** Schedules the next look at the lease, for its end or its extension. */
    synchronized void schedule() {
        cancel();
        if (!held.isOver()) {
            timer = locks.timers().runIn(nextLook(), this::look);
        }
    }

    synchronized void cancel() {
        if (timer != null) {
            timer.cancel(false);
        }
    }

    /** Checks the lease now. Never waits. */
    void look() {
        try {
            held.checkClocks();
            Lease seen = held.lease;
            boolean due = seen.from().passed(locks.clock) >= seen.nanos() / RENEWALS;
            if (!held.isOver() && locks.renew && due && !renewing) {
                renewInBackground(seen);
            }
        } finally {
            schedule();
        }
    }

    private long nextLook() {
        Lease seen = held.lease;
        long next = seen.left(locks.clock);
        if (locks.renew) {
            long due = seen.nanos() / RENEWALS - seen.from().passed(locks.clock);
            next = Math.min(next, due > 0 ? due : seen.nanos() / RETRIES);
        }
        return Math.max(SHORTEST_LOOK_NANOS, Math.min(next, LONGEST_LOOK_NANOS));
    }

    private void renewInBackground(Lease seen) {
        boolean asked = false;
        renewing = true;
        try {
            asked = locks.timers().extend(failed, () -> renew(seen));
        } finally {
            if (!asked) {
                // A thread that cannot be started throws an error; the next look tries again.
                renewing = false;
            }
        }
    }

    private void renew(Lease seen) {
        try {
            held.renew(seen);
            failed = false;
        } catch (RuntimeException | Error e) {
            // An error, too: without a further attempt the lock would be lost.
            if (!failed && !held.isOver()) {
                LOG.log(
                        Level.WARNING,
                        held + " could not be extended and is held for "
                                + held.remaining().toMillis() + " ms; trying again: " + e.getMessage());
            }
            failed = true;
        } finally {
            renewing = false;
        }
    }
}
