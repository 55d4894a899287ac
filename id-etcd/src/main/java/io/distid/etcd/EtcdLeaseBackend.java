package io.distid.etcd;

import io.distid.BackendException;
import io.distid.LeaseLostException;
import io.distid.StoreRegressedException;
import io.distid.worker.KnownBounds;
import io.distid.worker.LeaseBackend;
import io.distid.worker.LeaseRenewer;
import io.distid.worker.LeaseToken;
import io.distid.worker.WorkerRequest;
import java.time.Instant;

/**
 * One record, moved by transactions that name the value which was written last. As each write has a token that no other has, that value
 * was not written by anybody else, be it that the key was removed and made anew, or that etcd was restored and its revisions are the same.
 *
 * <p>Where the value is another one, the record tells why: it has the token of an attempt whose answer was lost, or it is another's.
 */
final class EtcdLeaseBackend implements LeaseBackend {
    private final Etcd etcd;
    private final EtcdNamespace namespace;
    private final String key;
    private final String heldKey;
    private final EtcdHorizon horizon;
    private final KnownBounds bounds;
    private final LeaseRenewer renewer;
    private final long stampedBefore;
    private final String holder;
    private final LeaseToken token;
    /** Of etcd, by which the key ends that tells the id is held. */
    private volatile long lease;

    private volatile EtcdHorizon.Moment moment;
    /** By {@link Etcd#nanoTime()}, before the lease of etcd was granted or kept alive for what was confirmed last. */
    private volatile long leasedNanos;
    /** Where another may have got to who was granted the id meanwhile. */
    private volatile long stampedUntil = Long.MIN_VALUE;

    private String value;
    private long confirmed;
    private boolean over;

    /**
     * A record that was just taken.
     *
     * @param renewer of all leases of the source
     * @param first what was written
     * @param lease of etcd, by which {@code heldKey} ends
     * @param leasedNanos by {@link Etcd#nanoTime()}, before that was granted
     * @param stampedBefore above what it was granted
     * @param moment of the answer
     */
    EtcdLeaseBackend(
            Etcd etcd,
            EtcdNamespace namespace,
            int id,
            EtcdHorizon horizon,
            KnownBounds bounds,
            LeaseRenewer renewer,
            EtcdLeaseRecord first,
            long lease,
            long leasedNanos,
            long stampedBefore,
            EtcdHorizon.Moment moment) {
        this.etcd = etcd;
        this.namespace = namespace;
        this.key = namespace.record(id);
        this.heldKey = namespace.held(id);
        this.horizon = horizon;
        this.bounds = bounds;
        this.renewer = renewer;
        this.stampedBefore = stampedBefore;
        this.holder = first.holder();
        this.token = new LeaseToken(first.token());
        this.lease = lease;
        this.leasedNanos = leasedNanos;
        this.moment = moment;
        this.value = first.text();
        this.confirmed = first.bound();
    }

    /**
     * Refuses a record that this process knows to have been further.
     *
     * @throws StoreRegressedException after the record was set to what is known, so that this id at least is safe again
     */
    void requireNoRegression() {
        long known = bounds.get(key);
        if (stampedBefore < known) {
            release(known);
            throw new StoreRegressedException(
                    where() + " held a bound of " + Instant.ofEpochMilli(stampedBefore) + ", but "
                            + Instant.ofEpochMilli(known)
                            + " was confirmed before: was etcd restored, or the key written by hand?"
                            + " Stop all holders of the namespace, wait until their reservations are over, and start them again.");
        }
        bounds.put(key, confirmed());
    }

    /**
     * A renewal that was begun.
     *
     * @param moves whether the bound moves
     * @param since by {@link Etcd#nanoTime()}, before the lease of etcd was kept alive for it
     * @param transaction writes the record, if it has the value that is expected
     */
    record Attempt(EtcdLeaseRecord record, boolean moves, long since, boolean leased, Transaction transaction) {}

    @Override
    public void renew(long reservedUntil) {
        long since = etcd.nanoTime();
        Attempt attempt = begin(reservedUntil, since, etcd.keepAlive(lease));
        try {
            settle(attempt, etcd.commit(attempt.transaction()));
        } catch (LeaseOverException e) {
            throw leaseOver(e);
        }
    }

    /** Of the record. */
    String key() {
        return key;
    }

    /** Of etcd, to be kept alive before each renewal. */
    long lease() {
        return lease;
    }

    /**
     * Begins a renewal, alone or with others.
     *
     * @param since by {@link Etcd#nanoTime()}, before the lease of etcd was kept alive
     * @param leased whether the lease of etcd was kept alive; else there will be another one
     */
    Attempt begin(long reservedUntil, long since, boolean leased) {
        // One that was confirmed stays allowed, whatever the clock says: a first bound may be as high as a floor.
        boolean moves = reservedUntil > confirmed();
        if (moves && horizon.mayBeFar(reservedUntil, moment, etcd.nanoTime())) {
            horizon.require(where(), reservedUntil, etcd.range(key).serverMillis());
        }
        if (!leased) {
            lease = etcd.grant(EtcdWorkerIds.timeToLive(horizon.request()));
        }
        EtcdLeaseRecord record = new EtcdLeaseRecord(reservedUntil, token.next(), holder);
        return new Attempt(record, moves, since, leased, transaction(record, true, valueToRenew()));
    }

    /** Takes over what became of a renewal, and repeats it where the record has another token of this holder's. */
    void settle(Attempt attempt, Etcd.Outcome first) {
        EtcdLeaseRecord record = attempt.record();
        Etcd.Outcome outcome;
        try {
            outcome = written(record, true, first);
        } catch (LeaseOverException e) {
            throw leaseOver(e);
        }
        token.confirmed(record.token());
        if (!attempt.leased() || isLate()) {
            // After it was renewed, so that whatever etcd forgot before is below; and each time anew until an attempt
            // has succeeded, since the answer to one that was late may have been lost.
            long floor = namespace.currentFloor();
            if (floor > confirmed()) {
                stampedUntil = Math.max(stampedUntil, floor);
            }
        }
        moment = new EtcdHorizon.Moment(outcome.serverMillis(), etcd.nanoTime());
        if (attempt.moves()) {
            // The check before was by a clock that may have been too far on; a bound that is not returned is not used.
            horizon.require(where(), record.bound(), outcome.serverMillis());
        }
        confirmed(record.bound());
        leasedNanos = attempt.since();
    }

    /**
     * Whether the lease may have been over before it was renewed, so that another may have been granted the id, which an etcd that went back does not know of. By this node's clocks: what etcd's own
     * lease had left went back, too.
     */
    private boolean isLate() {
        WorkerRequest request = horizon.request();
        return etcd.nanoTime() - leasedNanos > request.reservation().toNanos()
                || request.clock().millis() > confirmed();
    }

    @Override
    public long stampedUntil() {
        return stampedUntil;
    }

    private BackendException leaseOver(LeaseOverException e) {
        return new BackendException(where() + " was not renewed: the lease of etcd ended meanwhile", e);
    }

    @Override
    public LeaseRenewer renewer() {
        return renewer;
    }

    @Override
    public long maxAheadMillis() {
        return horizon.maxAhead().toMillis();
    }

    @Override
    public void release(long stampedUntil) {
        long stamped = Math.max(stampedUntil, stampedBefore);
        synchronized (this) {
            over = true;
            // Before it is sent: once it may have been carried out, etcd is allowed to hold no more than this.
            bounds.put(key, stamped);
        }
        EtcdLeaseRecord free = new EtcdLeaseRecord(stamped, EtcdLeaseRecord.NOBODY, holder);
        try {
            written(free, false, etcd.commit(transaction(free, false, value())));
        } catch (LeaseLostException | StoreRegressedException e) {
            // Another's by now, and so nothing to give back.
        }
    }

    /** Writes the record if it has that value, and reads it if not. */
    private Transaction transaction(EtcdLeaseRecord record, boolean renews, String expected) {
        Transaction transaction =
                new Transaction().ifValue(key, expected).put(key, record.text()).orRead(key);
        return renews ? transaction.put(heldKey, record.token(), lease) : transaction.delete(heldKey);
    }

    /**
     * Sees to it that a record is written that is this holder's, with whichever of its tokens.
     *
     * @param renews whether it stays held
     * @param first what became of the first attempt
     */
    private Etcd.Outcome written(EtcdLeaseRecord record, boolean renews, Etcd.Outcome first) {
        Etcd.Outcome outcome = first;
        while (!outcome.succeeded()) {
            if (outcome.found().isEmpty()) {
                throw regressed("nothing");
            }
            Etcd.Entry entry = outcome.found().get(0);
            if (entry.value().equals(record.text())) {
                // Carried out before: the answer to that was lost.
                break;
            }
            requireMine(entry, renews, renews ? confirmed() : record.bound());
            outcome = etcd.commit(transaction(record, renews, entry.value()));
        }
        value(record.text());
        return outcome;
    }

    /**
     * Refuses a record that is another's, or that went back.
     *
     * @param renews whether it stays held; a record of this holder's that went back is released all the same
     * @param known the least bound that it can have if etcd did not go back
     */
    private void requireMine(Etcd.Entry entry, boolean renews, long known) {
        EtcdLeaseRecord found = EtcdLeaseRecord.parse(entry);
        boolean mine = token.owns(found.token());
        boolean wentBack = found.bound() < known;
        if (mine && !(wentBack && renews)) {
            return;
        }
        // Where a release has overtaken the renewal, the record has the last stamp.
        if (wentBack && (mine || !renews || !isOver())) {
            throw KnownBounds.regressed(
                    regressed("a bound of " + Instant.ofEpochMilli(found.bound())), () -> raise(entry, found, known));
        }
        throw new LeaseLostException(where() + " is held by "
                + (found.token().equals(EtcdLeaseRecord.NOBODY) ? "nobody" : found.holder()) + " now, with a bound of "
                + Instant.ofEpochMilli(found.bound())
                + ": this node renewed it too late, it is a copy of the process that holds it, or somebody freed it by hand."
                + " Open a new generator.");
    }

    /** Frees the record, unless it was written to since. */
    private void raise(Etcd.Entry entry, EtcdLeaseRecord found, long bound) {
        EtcdLeaseRecord raised = new EtcdLeaseRecord(bound, EtcdLeaseRecord.NOBODY, found.holder());
        etcd.commit(transaction(raised, false, entry.value()));
    }

    private synchronized void confirmed(long bound) {
        confirmed = bound;
        if (!over) {
            bounds.put(key, bound);
        }
    }

    private synchronized long confirmed() {
        return confirmed;
    }

    private synchronized boolean isOver() {
        return over;
    }

    private synchronized String value() {
        return value;
    }

    /** The value that a renewal replaces. Once released that is a free record, and to replace it would take the id again, for no holder. */
    private synchronized String valueToRenew() {
        if (over) {
            throw new LeaseLostException(where() + " was released");
        }
        return value;
    }

    private synchronized void value(String written) {
        value = written;
    }

    private String where() {
        return "worker id at " + key + " of etcd at " + etcd.where();
    }

    private StoreRegressedException regressed(String found) {
        return new StoreRegressedException(where() + " holds " + found + ", but " + Instant.ofEpochMilli(confirmed())
                + " was confirmed before: was etcd restored, or the key removed? Others may hold this id, too: wait until the"
                + " reservations of all holders are over, then open a new generator.");
    }
}
