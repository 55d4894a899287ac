package io.distid.worker;

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
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A lease whose bound is moved on in the background: what a worker id is on every store, given the store's {@link LeaseBackend}.
 *
 * <p>Renewed at a third of the reservation, and at once when a tick beyond the bound is wanted. A renewal that fails is tried
 * again, for as long as the lease is held; one that is refused ends the lease for good. The bound is shown only after the store
 * confirmed it, so a late answer can make it too low but never too high.
 *
 * <p>Safe for use by any number of threads; renewals run on one daemon thread of this lease, which ends with it.
 */
public final class RenewedLease implements WorkerLease {
    private static final System.Logger LOG = System.getLogger(RenewedLease.class.getName());

    /** Renews a lease on a daemon thread of its own, until it is released or lost. */
    public static final Consumer<RenewedLease> ON_A_THREAD = RenewedLease::renewOnAThread;

    private final int workerId;
    private final String namespace;
    private final String name;
    private final long stampedUntil;
    private final Duration reservation;
    private final InstantSource clock;
    private final LeaseBackend hold;
    /** How far ticks that lead the clock move the bound, in ms. */
    private final long mostLead;

    private final AtomicBoolean released = new AtomicBoolean();
    private final List<Runnable> listeners = new ArrayList<>();
    private final ReentrantLock renewing = new ReentrantLock();
    private @Nullable LeaseRenewer renewer;

    private volatile long reservedUntil;
    private volatile long wanted = Long.MIN_VALUE;
    private volatile @Nullable IdException failure;
    private volatile Instant lastRenewal;
    private volatile long renewals;
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
    public RenewedLease(WorkerRequest request, int workerId, long stampedUntil, long reservedUntil, LeaseBackend hold) {
        this.workerId = workerId;
        this.namespace = request.namespace();
        this.name = "worker id " + workerId + " of namespace \"" + request.namespace() + "\"";
        this.stampedUntil = stampedUntil;
        this.reservedUntil = reservedUntil;
        this.reservation = request.reservation();
        this.clock = request.clock();
        this.hold = Objects.requireNonNull(hold, "hold");
        this.mostLead = Math.min(reservation.toMillis(), hold.maxAheadMillis() / 2);
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
     * Above which stamp the first holder of a record begins. A record that is not there was never made, or it was lost together
     * with its bound, and then whoever held it may still stamp.
     *
     * <p>It may stamp no further than its last bound, which no store takes if it lies more than {@code maxAhead} and a reservation
     * ahead of the store's clock; so above this one it cannot. That holds where all holders of a namespace have one reservation and
     * one {@code maxAhead}, and the store's clock did not go back.
     *
     * <p>Such a lease begins with this as its bound, too: it reserves nothing before its clock comes near, so that its own bound
     * keeps to the rule.
     *
     * @param request what was asked for
     * @param storeMillis epoch ms by the store's clock
     * @param maxAhead how far a holder's ticks may lie ahead of the store's clock
     * @return epoch ms
     */
    public static long stampedByLost(WorkerRequest request, long storeMillis, Duration maxAhead) {
        return storeMillis + maxAhead.toMillis() + request.reservation().toMillis();
    }

    /**
     * A lease that is renewed as the request has it.
     *
     * @param request what was asked for
     * @param workerId the slot that was granted
     * @param stampedUntil where the predecessor may have got to; {@link Long#MIN_VALUE} if there was none
     * @param reservedUntil the first bound, durable already
     * @param hold the slot in the store
     * @return running until it is released or lost
     * @throws BackendException if no thread can be started to renew it; the slot is then released
     */
    public static RenewedLease start(
            WorkerRequest request, int workerId, long stampedUntil, long reservedUntil, LeaseBackend hold) {
        RenewedLease lease = new RenewedLease(request, workerId, stampedUntil, reservedUntil, hold);
        try {
            request.renewer().accept(lease);
            return lease;
        } catch (RuntimeException | Error e) {
            // Of a thread that cannot be started it is an error. Left alone, the slot would be held and never renewed.
            BackendException failure =
                    new BackendException(lease.name + " was granted, but cannot be renewed: " + e, e);
            try {
                lease.release(stampedUntil == Long.MIN_VALUE ? lease.clock.millis() : stampedUntil);
            } catch (RuntimeException unreleased) {
                failure.addSuppressed(unreleased);
            }
            throw failure;
        }
    }

    /** {@inheritDoc} */
    @Override
    public int workerId() {
        return workerId;
    }

    /** {@inheritDoc} */
    @Override
    public boolean isDurable() {
        return true;
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
            wakeRenewer();
        }
    }

    /** {@inheritDoc} */
    @Override
    public LeaseHealth health() {
        return new LeaseHealth(
                workerId,
                clock.instant(),
                Instant.ofEpochMilli(reservedUntil),
                reservation,
                lastRenewal,
                renewals,
                renewalsFailed,
                lost);
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
            wakeRenewer();
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
        renewing.lock();
        try {
            return !isOver() && renewInTurn();
        } finally {
            renewing.unlock();
        }
    }

    /** One at a time, or the lower of two bounds could be the last one written. */
    private boolean renewInTurn() {
        long target = Math.max(reservedUntil, needed() + reservation.toMillis());
        try {
            hold.renew(target);
            reservedUntil = target;
            lastRenewal = clock.instant();
            renewals++;
            if (failure != null) {
                LOG.log(Level.INFO, name + " is renewed again, until " + Instant.ofEpochMilli(target));
            }
            failure = null;
            return true;
        } catch (LeaseLostException | StoreRegressedException e) {
            lose(e);
        } catch (IdException e) {
            failed(e);
        } catch (RuntimeException | Error e) {
            // An error, too: were the thread to end, nobody would learn of it before the bound has passed.
            failed(new BackendException(name + " could not be renewed: " + e, e));
        }
        return false;
    }

    /**
     * Up to where ticks are needed now. Those that lead the clock by more than a reservation are not: nobody may stamp them, and stores
     * count on it that no bound is further ahead than that and a reservation.
     *
     * <p>Nor are those that lead it by more than half of {@code max-ahead}: a bound a reservation above those is refused where this clock
     * is itself ahead of the store's, and callers would fail. As no lead is longer than the reservation, the bound lies above all
     * that may be stamped all the same; it is only moved more often.
     */
    private long needed() {
        long now = clock.millis();
        return Math.max(now, Math.min(wanted, now + mostLead));
    }

    private void wakeRenewer() {
        LeaseRenewer thread = renewer;
        if (thread != null) {
            thread.wake();
        }
    }

    private void renewOnAThread() {
        LeaseRenewer thread = new LeaseRenewer(this, reservation, "distid-lease-" + namespace + "-" + workerId);
        renewer = thread;
        thread.start();
    }

    /** Whether renewals are over. */
    boolean isOver() {
        return released.get() || lost;
    }

    /** Whether a tick beyond the bound is wanted, and a renewal would move the bound past it. */
    boolean isShort() {
        return clock.millis() > reservedUntil || wanted > reservedUntil && needed() + reservation.toMillis() >= wanted;
    }

    /** Counts a renewal that ended with an error of its listeners or its logging, or in which the renewer was interrupted. */
    void disturbed() {
        renewalsFailed++;
    }

    /** The worker id and its namespace. */
    @Override
    public String toString() {
        return name;
    }

    private void failed(IdException e) {
        if (released.get()) {
            return;
        }
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
        // A renewal that a release overtook finds the last stamp in place of the bound.
        if (released.get()) {
            return;
        }
        renewalsFailed++;
        failure = e;
        List<Runnable> called;
        synchronized (listeners) {
            lost = true;
            called = List.copyOf(listeners);
        }
        List<Throwable> errors = new ArrayList<>();
        for (Runnable listener : called) {
            try {
                listener.run();
            } catch (RuntimeException | Error error) {
                errors.add(error);
            }
        }
        // Last, since a log may block, and listeners end what must not go on.
        LOG.log(Level.ERROR, name + " is lost: " + e.getMessage());
        errors.forEach(error -> LOG.log(Level.WARNING, "a listener to the loss of " + name + " failed", error));
    }
}
