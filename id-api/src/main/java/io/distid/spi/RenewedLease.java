package io.distid.spi;

import io.distid.BackendException;
import io.distid.IdException;
import io.distid.LeaseLostException;
import io.distid.StoreRegressedException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A lease whose bound is moved on in the background: what a worker id is on every store, given the store's {@link LeaseHold}.
 *
 * <p>Renewed at a third of the reservation, and at once when a tick beyond the bound is wanted. A renewal that fails is tried
 * again, for as long as the lease is held; one that is refused ends the lease for good. The bound is told only after the store
 * confirmed it, so a late answer can make it too low but never too high.
 *
 * <p>Safe for use by any number of threads; renewals run on one daemon thread of this lease, which ends with it.
 */
public final class RenewedLease implements WorkerLease {
    private static final System.Logger LOG = System.getLogger(RenewedLease.class.getName());

    private final int workerId;
    private final String name;
    private final long stampedUntil;
    private final Duration reservation;
    private final InstantSource clock;
    private final LeaseHold hold;
    private final AtomicBoolean released = new AtomicBoolean();
    private final List<Runnable> listeners = new ArrayList<>();
    private @Nullable Thread renewer;

    private volatile long reservedUntil;
    private volatile long wanted = Long.MIN_VALUE;
    private volatile @Nullable IdException failure;
    private volatile Instant lastRenewal;
    private volatile long renewalsFailed;
    private volatile boolean lost;

    /**
     * A lease that nothing renews but {@link #renew()}: for simulations that own time. Stores use {@link #start}.
     *
     * @param request what was asked for
     * @param workerId the slot that was granted
     * @param stampedUntil where the predecessor may have got to; {@link Long#MIN_VALUE} if there was none
     * @param reservedUntil the first bound, durable already
     * @param hold the slot in the store
     */
    public RenewedLease(WorkerRequest request, int workerId, long stampedUntil, long reservedUntil, LeaseHold hold) {
        this.workerId = workerId;
        this.name = "worker id " + workerId + " of namespace \"" + request.namespace() + "\"";
        this.stampedUntil = stampedUntil;
        this.reservedUntil = reservedUntil;
        this.reservation = request.reservation();
        this.clock = request.clock();
        this.hold = Objects.requireNonNull(hold, "hold");
        this.lastRenewal = clock.instant();
    }

    /**
     * The first bound to ask a store for.
     *
     * @param request what was asked for
     * @param stampedUntil where the predecessor may have got to; {@link Long#MIN_VALUE} if there was none
     * @return a reservation ahead of the clock, or of the predecessor if that is later
     */
    public static long firstBound(WorkerRequest request, long stampedUntil) {
        return Math.max(request.clock().millis(), stampedUntil)
                + request.reservation().toMillis();
    }

    /**
     * A lease that renews itself.
     *
     * @param request what was asked for
     * @param workerId the slot that was granted
     * @param stampedUntil where the predecessor may have got to; {@link Long#MIN_VALUE} if there was none
     * @param reservedUntil the first bound, durable already
     * @param hold the slot in the store
     * @return running until it is released or lost
     */
    public static RenewedLease start(
            WorkerRequest request, int workerId, long stampedUntil, long reservedUntil, LeaseHold hold) {
        RenewedLease lease = new RenewedLease(request, workerId, stampedUntil, reservedUntil, hold);
        Thread renewer = new Thread(lease::renewUntilReleased, "distid-lease-" + request.namespace() + "-" + workerId);
        renewer.setDaemon(true);
        lease.renewer = renewer;
        renewer.start();
        return lease;
    }

    /** {@inheritDoc} */
    @Override
    public int workerId() {
        return workerId;
    }

    /** {@inheritDoc} */
    @Override
    public long stampedUntil() {
        return stampedUntil;
    }

    /** {@inheritDoc} */
    @Override
    public long reservedUntil() {
        return reservedUntil;
    }

    /** {@inheritDoc} */
    @Override
    public @Nullable IdException failure() {
        return failure;
    }

    /** {@inheritDoc} */
    @Override
    public void want(long tickStart) {
        if (tickStart > reservedUntil && tickStart > wanted) {
            wanted = tickStart;
            LockSupport.unpark(renewer);
        }
    }

    /** {@inheritDoc} */
    @Override
    public LeaseHealth health() {
        return new LeaseHealth(workerId, Instant.ofEpochMilli(reservedUntil), lastRenewal, renewalsFailed, lost);
    }

    /** {@inheritDoc} */
    @Override
    public void onLoss(Runnable listener) {
        synchronized (listeners) {
            if (!lost) {
                listeners.add(listener);
                return;
            }
        }
        listener.run();
    }

    /** {@inheritDoc} */
    @Override
    public void release(long stampedUntil) {
        if (released.compareAndSet(false, true)) {
            LockSupport.unpark(renewer);
            if (lost) {
                hold.abandon();
            } else {
                hold.release(Math.min(stampedUntil, reservedUntil));
            }
        }
    }

    /**
     * Moves the bound once. Does nothing once the lease is released or lost.
     *
     * @return whether the bound is now a reservation ahead of what is needed
     */
    public boolean renew() {
        if (released.get() || lost) {
            return false;
        }
        long target = Math.max(reservedUntil, Math.max(clock.millis(), wanted) + reservation.toMillis());
        try {
            hold.renew(target);
            reservedUntil = target;
            lastRenewal = clock.instant();
            if (failure != null) {
                LOG.log(Level.INFO, name + " is renewed again, until " + Instant.ofEpochMilli(target));
            }
            failure = null;
            return true;
        } catch (LeaseLostException | StoreRegressedException e) {
            lose(e);
        } catch (IdException e) {
            failed(e);
        } catch (RuntimeException e) {
            failed(new BackendException(name + " could not be renewed: " + e, e));
        }
        return false;
    }

    private void renewUntilReleased() {
        // Attempts of a failing renewal are as far apart as good ones, but not more than a second, so that ids resume
        // soon.
        long interval = Math.max(1, reservation.toNanos() / 3);
        long retry = Math.min(interval, 1_000_000_000);
        boolean renewed = true;
        while (!released.get() && !lost) {
            long since = System.nanoTime();
            long pause = renewed ? interval : retry;
            long left = pause;
            while (left > 0 && !released.get() && !(renewed && wanted > reservedUntil)) {
                LockSupport.parkNanos(this, left);
                left = pause - (System.nanoTime() - since);
            }
            renewed = renew();
        }
    }

    private void failed(IdException e) {
        renewalsFailed++;
        if (failure == null) {
            LOG.log(
                    Level.WARNING,
                    name + " could not be renewed and holds until " + Instant.ofEpochMilli(reservedUntil)
                            + "; trying on: " + e.getMessage());
        }
        failure = e;
    }

    private void lose(IdException e) {
        if (released.get()) {
            return;
        }
        renewalsFailed++;
        failure = e;
        LOG.log(Level.ERROR, name + " is lost: " + e.getMessage());
        List<Runnable> called;
        synchronized (listeners) {
            lost = true;
            called = List.copyOf(listeners);
        }
        for (Runnable listener : called) {
            try {
                listener.run();
            } catch (RuntimeException error) {
                LOG.log(Level.WARNING, "a listener to the loss of " + name + " failed", error);
            }
        }
    }
}
