package io.distid.worker;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * The daemon thread that renews one lease until it is released or lost: at a third of the reservation, sooner after a failure, and at
 * once when it is woken for a tick beyond the bound.
 */
final class LeaseRenewer {
    private static final System.Logger LOG = System.getLogger(RenewedLease.class.getName());
    private static final long MOST_RETRY_NANOS = 1_000_000_000;

    private final RenewedLease lease;
    private final long interval;
    private final Thread thread;

    LeaseRenewer(RenewedLease lease, Duration reservation, String name) {
        this.lease = lease;
        this.interval = Math.max(1, reservation.toNanos() / 3);
        this.thread = new Thread(this::renewUntilOver, name);
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** Looks at the lease at once. */
    void wake() {
        LockSupport.unpark(thread);
    }

    private void renewUntilOver() {
        // Attempts of a failing renewal are as far apart as good ones, but not more than a second, so that ids resume
        // soon.
        long retry = Math.min(interval, MOST_RETRY_NANOS);
        boolean renewed = true;
        while (!lease.isOver()) {
            long since = System.nanoTime();
            long pause = renewed ? interval : retry;
            long left = pause;
            while (left > 0 && !lease.isOver() && !(renewed && lease.isShort())) {
                LockSupport.parkNanos(this, left);
                clearInterrupt();
                left = pause - (System.nanoTime() - since);
            }
            renewed = renewOnce();
        }
    }

    /** Renews once; no error of the renewal, its listeners or its logging ends the loop. */
    private boolean renewOnce() {
        try {
            boolean renewed = lease.renew();
            clearInterrupt();
            return renewed;
        } catch (RuntimeException | Error e) {
            lease.disturbed();
            return false;
        }
    }

    /**
     * Nobody but a release ends a renewer; an interrupt is one that somebody meant for another thread. It is counted, and cleared, or
     * the next park would return at once, and so on for ever.
     */
    private void clearInterrupt() {
        if (Thread.interrupted()) {
            lease.disturbed();
            LOG.log(Level.WARNING, "the thread that renews " + lease + " was interrupted, and goes on");
        }
    }
}
