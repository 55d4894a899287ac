package io.distid.worker;

import io.distid.BackendException;
import io.distid.IdException;
import io.distid.LeaseLostException;
import io.distid.StoreRegressedException;
import io.distid.internal.CleanUp;
import io.distid.internal.thread.Uninterrupted;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A lease whose bound is moved in the background. Every store uses it, with its own {@link LeaseBackend}.
 *
 * <p>It is renewed at a third of the reservation, and at once when a tick beyond the bound is wanted. A failed renewal is repeated, for as long as
 * the lease is held. A refused renewal ends the lease for good. The bound is shown only after the store confirmed it, so a late answer can make it
 * too low but never too high. {@code TickSequencer} checks the bound for each tick, so that no id is stamped beyond it.
 *
 * <p>Safe for use by any number of threads. Renewals run on one daemon thread of the source, often together with those of
 * its other leases.
 */
public final class RenewedLease implements WorkerLease {
    private final int workerId;
    private final String namespace;
    private final String name;
    private final Duration reservation;
    private final InstantSource clock;
    private final LeaseBackend backend;
    /** How far ticks that lead the clock move the bound, in ms. */
    private final long mostLead;

    private final AtomicBoolean released = new AtomicBoolean();
    private final LeaseNotices notices;
    private final LeaseRenewer renewer;
    private final RenewalSchedule renewal;
    private final ReentrantLock renewing = new ReentrantLock();
    private final AtomicLong renewalsFailed = new AtomicLong();

    /** Written before its bound. */
    private volatile long stampedUntil;

    private volatile long reservedUntil;
    private volatile long wanted = Long.MIN_VALUE;
    private volatile @Nullable IdException failure;
    private volatile Instant lastRenewal;
    private volatile long renewals;

    /**
     * A lease that only {@link #renew()} renews: for simulations that own time. Stores use {@link #start}.
     *
     * @param request what was asked for
     * @param workerId the granted worker id
     * @param stampedUntil the last tick that the predecessor may have stamped; {@link Long#MIN_VALUE} if there was none
     * @param reservedUntil the first bound, durable already
     * @param backend its record in the store
     */
    public RenewedLease(
            WorkerRequest request, int workerId, long stampedUntil, long reservedUntil, LeaseBackend backend) {
        this.workerId = workerId;
        this.namespace = request.namespace();
        this.name = "worker id " + workerId + " of namespace \"" + request.namespace() + "\"";
        this.stampedUntil = stampedUntil;
        this.reservedUntil = reservedUntil;
        this.reservation = request.reservation();
        this.clock = request.clock();
        this.backend = Objects.requireNonNull(backend, "backend");
        this.mostLead = Math.min(reservation.toMillis(), backend.maxAheadMillis() / 2);
        this.lastRenewal = clock.instant();
        this.notices = new LeaseNotices(name);
        this.renewer = backend instanceof LeaseBatch.Member member ? member.renewer() : new LeaseRenewer();
        this.renewal = new RenewalSchedule(this, reservation.toNanos());
    }

    /**
     * A lease that the request's renewer renews, of the same parts as that of the constructor.
     *
     * @return running until it is released or lost
     * @throws BackendException if no thread can be started to renew it; the worker id is then released
     */
    public static RenewedLease start(
            WorkerRequest request, int workerId, long stampedUntil, long reservedUntil, LeaseBackend backend) {
        RenewedLease lease = new RenewedLease(request, workerId, stampedUntil, reservedUntil, backend);
        try {
            request.renewer().accept(lease);
            return lease;
        } catch (RuntimeException | Error e) {
            // A thread that cannot be started throws an error. Without the release, the id would be held and never
            // renewed.
            BackendException failure =
                    new BackendException(lease.name + " was granted, but cannot be renewed: " + e, e);
            long stamped = stampedUntil == Long.MIN_VALUE ? lease.clock.millis() : stampedUntil;
            CleanUp.after(failure, () -> lease.release(stamped));
            throw failure;
        }
    }

    @Override
    public int workerId() {
        return workerId;
    }

    @Override
    public boolean isDurable() {
        return true;
    }

    @Override
    public boolean isExclusive() {
        return backend.isShared();
    }

    @Override
    public long stampedUntil() {
        return stampedUntil;
    }

    @Override
    public long reservedUntil() {
        return reservedUntil;
    }

    @Override
    public @Nullable IdException failure() {
        return failure;
    }

    @Override
    public void want(long tickStart) {
        if (tickStart > reservedUntil && tickStart > wanted) {
            wanted = tickStart;
            renewal.wake();
        }
    }

    @Override
    public LeaseHealth health() {
        return new LeaseHealth(
                workerId,
                clock.instant(),
                Instant.ofEpochMilli(reservedUntil),
                reservation,
                lastRenewal,
                renewals,
                renewalsFailed.get(),
                notices.isLost(),
                notices.isLost() && failure instanceof StoreRegressedException);
    }

    @Override
    public void onLoss(Runnable listener) {
        notices.onLoss(listener);
    }

    @Override
    public void release(long stampedUntil) {
        if (!released.compareAndSet(false, true)) {
            return;
        }
        renewer.remove(renewal);
        if (notices.isLost()) {
            backend.abandon();
        } else {
            // Uninterrupted: there is no second try, and closing threads are often interrupted.
            Uninterrupted.run(() -> backend.release(Math.min(stampedUntil, reservedUntil)));
        }
    }

    /**
     * Moves the bound once. Does nothing once the lease is released or lost.
     *
     * @return whether the bound is now a reservation ahead of what is needed
     */
    public boolean renew() {
        // One at a time: otherwise the lower of two bounds could be written last.
        renewing.lock();
        try {
            if (isOver()) {
                return false;
            }
            long bound = nextBound();
            return settle(bound, attempt(bound));
        } finally {
            renewing.unlock();
        }
    }

    /**
     * Moves the bound once, by the source's batch if it has one: for simulations.
     *
     * @return as {@link #renew()}
     */
    public boolean renewAsBatch() {
        LeaseBatch batch = renewer.batch();
        if (batch == null || isOver()) {
            return renew();
        }
        long bound = nextBound();
        try {
            return settle(
                    bound,
                    batch.renew(List.of(new LeaseBatch.Move(backend, bound))).get(0));
        } catch (BackendException e) {
            return settle(bound, e);
        }
    }

    /** The bound that a renewal asks for. */
    long nextBound() {
        return Math.max(reservedUntil, needed() + reservation.toMillis());
    }

    /** Renews this lease alone. Returns why the bound was not moved, or null if it was. */
    @Nullable
    Throwable attempt(long bound) {
        try {
            backend.renew(bound);
            return null;
        } catch (RuntimeException | Error e) {
            return e;
        }
    }

    /** Records the result of a renewal. Returns whether the bound was moved. */
    boolean settle(long bound, @Nullable Throwable reason) {
        if (reason == null) {
            moved(bound);
        } else if (isLoss(reason)) {
            lose((IdException) reason);
        } else if (reason instanceof IdException e) {
            failed(e);
        } else {
            // An error, too: if the thread ended, nobody would notice before the bound has passed.
            failed(new BackendException(name + " could not be renewed: " + reason, reason));
        }
        return reason == null;
    }

    /** Whether the lease is over for good. */
    static boolean isLoss(Throwable reason) {
        return reason instanceof LeaseLostException || reason instanceof StoreRegressedException;
    }

    private void moved(long bound) {
        long above = backend.stampedUntil();
        if (above > stampedUntil) {
            stampedUntil = above;
        }
        reservedUntil = bound;
        lastRenewal = clock.instant();
        renewals++;
        boolean again = failure != null;
        failure = null;
        if (again) {
            notices.log(Level.INFO, " is renewed again, until " + Instant.ofEpochMilli(bound));
        }
    }

    /**
     * The last tick that is needed now. Ticks that lead the clock by more than a reservation are not needed, since nobody may stamp them. Stores rely
     * on this: no bound is further ahead than two reservations.
     *
     * <p>Ticks that lead the clock by more than half of {@code max-ahead} are not needed either. A bound a reservation above them would be refused if
     * this clock is ahead of the store's, and callers would fail. No lead is longer than the reservation, so the bound still lies above all ticks
     * that may be stamped. It only moves more often.
     */
    private long needed() {
        long now = clock.millis();
        return Math.max(now, Math.min(wanted, now + mostLead));
    }

    /** Renews it on a daemon thread of its source, until it is released or lost. */
    void renewInBackground() {
        notices.callOn(renewer::tell);
        renewer.add(renewal, namespace);
    }

    LeaseRenewer renewer() {
        return renewer;
    }

    LeaseBackend backend() {
        return backend;
    }

    /** Whether renewals are over. */
    boolean isOver() {
        return released.get() || notices.isLost();
    }

    /** Whether a tick beyond the bound is wanted, and a renewal would move the bound past it. */
    boolean isShort() {
        return clock.millis() > reservedUntil || wanted > reservedUntil && needed() + reservation.toMillis() >= wanted;
    }

    /** Counts a renewal that ended with an error in this process, such as in its clock or its log. */
    void countOwnError() {
        renewalsFailed.incrementAndGet();
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
        renewalsFailed.incrementAndGet();
        boolean first = failure == null;
        failure = e;
        if (first) {
            notices.log(
                    Level.WARNING,
                    " could not be renewed and holds until " + Instant.ofEpochMilli(reservedUntil)
                            + "; ids go on until then, and renewal is tried again: " + e.getMessage());
        }
    }

    private void lose(IdException e) {
        // A renewal after a release finds the last stamp in place of the bound.
        if (released.get()) {
            return;
        }
        renewalsFailed.incrementAndGet();
        failure = e;
        notices.lost(e);
    }
}
