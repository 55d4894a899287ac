package io.distid.worker;

import io.distid.BackendException;
import io.distid.LeaseLostException;
import io.distid.StoreRegressedException;
import io.distid.internal.lease.LeaseToken;
import io.distid.spi.RecordStore.Differs;
import io.distid.spi.RecordStore.LeaseRecord;
import io.distid.spi.RecordStore.Moment;
import io.distid.spi.RecordStore.Outcome;
import io.distid.spi.RecordStore.Overwrote;
import io.distid.spi.RecordStore.View;
import io.distid.spi.RecordStore.Write;
import io.distid.spi.RecordStore.Written;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One record that this process holds. Each write has a token that no other write has, so the token alone identifies the record. An unexpected token
 * has one of two reasons. It is the token of an attempt whose answer was lost, or another holder has the record.
 */
final class StoreLease implements LeaseBatch.Member {
    /** How often a write is repeated because it finds a token of its own holder: once for a lost answer, once for a release beside a renewal. */
    private static final int TRIES = 4;

    private final StoreNamespace namespace;
    private final int id;
    /** The source's last confirmed bounds, by record. */
    private final Map<String, Long> bounds;

    private final LeaseRenewer renewer;
    private final LeaseToken token;
    /** The stamp that the holder began above. */
    private final long stampedBefore;

    private volatile StoreHorizon.StoreTime storeTime;
    /** The last tick that another holder may have stamped while this lease was over. */
    private volatile long stampedUntil = Long.MIN_VALUE;
    /** The last confirmed bound, and the moment of its request by the monotonic clock. */
    private volatile Confirmed confirmed;

    private LeaseRecord standing;
    private boolean over;

    private record Confirmed(long bound, long freeFrom, long askedNanos) {}

    /**
     * A record that this process has just taken.
     *
     * @param taken as it stands
     * @param askedNanos a moment before the request, by the monotonic clock
     */
    StoreLease(
            StoreNamespace namespace,
            int id,
            Map<String, Long> bounds,
            LeaseRenewer renewer,
            Written taken,
            long askedNanos) {
        this.namespace = namespace;
        this.id = id;
        this.bounds = bounds;
        this.renewer = renewer;
        LeaseRecord record = taken.record();
        this.token = new LeaseToken(record.token());
        this.stampedBefore = record.stamped();
        this.storeTime = namespace.storeTime(taken.at());
        this.confirmed = new Confirmed(record.bound(), record.freeFrom(), askedNanos);
        this.standing = record;
    }

    /** A renewal that has begun. */
    record Attempt(Write write, boolean moves, long askedNanos) {}

    String namespaceName() {
        return namespace.name();
    }

    int id() {
        return id;
    }

    @Override
    public void renew(long reservedUntil) {
        Attempt attempt = begin(reservedUntil);
        settle(attempt, write(attempt.write()), new StoreNamespace.LaterHeader());
    }

    /** Begins a renewal, alone or with others of the namespace. */
    Attempt begin(long reservedUntil) {
        if (token.isFull()) {
            look();
        }
        StoreHorizon horizon = namespace.horizon();
        long now = namespace.parking().nanoTime();
        // A confirmed bound stays allowed whatever the clock says: a first bound may be as high as a floor.
        boolean moves = reservedUntil > confirmed.bound;
        if (moves && horizon.mayBeTooFar(reservedUntil, storeTime, now)) {
            View view = namespace.store().read(namespace.name(), id, 1);
            storeTime = namespace.storeTime(view.at());
            horizon.require(namespace.where(id), reservedUntil, view.at().millis());
            now = namespace.parking().nanoTime();
        }
        long freeFrom = horizon.freeFrom(storeTime.at(now));
        synchronized (this) {
            if (over) {
                // A released record is free; replacing it would take the id again without a holder.
                throw released();
            }
            LeaseRecord next =
                    new LeaseRecord(token.next(), reservedUntil, standing.stamped(), freeFrom, standing.holder(), null);
            return new Attempt(new Write(id, standing, next, null), moves, now);
        }
    }

    /**
     * Reads the record's token after many attempts without an answer. Otherwise one token would be written twice with different bounds, and the two
     * answers could be confused.
     */
    private void look() {
        View view = namespace.store().read(namespace.name(), id, 1);
        LeaseRecord found = requireMine(view.records().get(id));
        synchronized (this) {
            standing = found;
            token.confirmed(found.token());
            if (token.isFull()) {
                token.forgetOldest();
            }
        }
    }

    /** Records the result of a renewal. If another token of this holder stands in place of the expected one, writes again on top of it. */
    void settle(Attempt attempt, Outcome first, StoreNamespace.LaterHeader ofFirst) {
        Outcome outcome = first;
        StoreNamespace.LaterHeader later = ofFirst;
        for (int tries = 1; !(outcome instanceof Written); tries++) {
            LeaseRecord found = requireMine(outcome);
            if (isOver()) {
                throw released();
            }
            if (tries == TRIES) {
                throw new BackendException(namespace.where(id) + " is being changed by others; trying again");
            }
            outcome = write(new Write(id, found, attempt.write.next(), null));
            later = new StoreNamespace.LaterHeader();
        }
        confirm(attempt, (Written) outcome, later);
    }

    private void confirm(Attempt attempt, Written written, StoreNamespace.LaterHeader later) {
        LeaseRecord record = written.record();
        synchronized (this) {
            token.confirmed(record.token());
            standing = record;
        }
        storeTime = namespace.storeTime(written.at());
        if (attempt.moves) {
            // Checked again, since the clock may have been set back. An unconfirmed bound is never stamped.
            namespace
                    .horizon()
                    .require(namespace.where(id), record.bound(), written.at().millis());
        }
        // Verified at each attempt until one succeeds, since the answer to a late renewal may have been lost.
        long floor = namespace.verified(written, id, isLate(written.at()), attempt.askedNanos, later);
        if (floor > confirmed.bound) {
            stampedUntil = Math.max(stampedUntil, floor);
        }
        synchronized (this) {
            confirmed = new Confirmed(record.bound(), record.freeFrom(), attempt.askedNanos);
            if (!over) {
                bounds.put(name(), record.bound());
            }
        }
    }

    /**
     * Whether another holder may have been granted the id before this renewal, unknown to a store that went back. All three clocks are compared: the
     * store's can have gone back, and the monotonic clock stands still while the machine sleeps.
     */
    private boolean isLate(Moment at) {
        WorkerRequest request = namespace.horizon().request();
        Confirmed last = confirmed;
        return at.millis() + namespace.store().clockError().toMillis() >= last.freeFrom
                || namespace.parking().nanoTime() - last.askedNanos
                        > request.reservation().toNanos()
                || request.clock().millis() > last.bound;
    }

    @Override
    public long stampedUntil() {
        return stampedUntil;
    }

    @Override
    public LeaseRenewer renewer() {
        return renewer;
    }

    @Override
    public long maxAheadMillis() {
        return namespace.horizon().maxAhead().toMillis();
    }

    @Override
    public void release(long stampedUntil) {
        // A holder that stamped nothing leaves the stamp of its predecessor.
        long stamped = Math.max(stampedUntil, stampedBefore);
        LeaseRecord expected;
        LeaseRecord free;
        synchronized (this) {
            over = true;
            // Recorded before the release is sent: once it may have been carried out, the store's bound may be as low
            // as this.
            bounds.put(name(), stamped);
            expected = standing;
            free = new LeaseRecord(LeaseToken.draw(), stamped, stamped, 0, expected.holder(), null);
        }
        for (int tries = 1; tries <= TRIES; tries++) {
            Outcome outcome = write(new Write(id, expected, free, null));
            if (outcome instanceof Overwrote overwrote) {
                namespace.raiseOverwritten(id, overwrote.record(), overwrote.at());
                return;
            }
            LeaseRecord found = outcome instanceof Differs differs ? differs.found() : null;
            if (found == null || !token.owns(found.token())) {
                // The release was carried out, or another holder has the record. So there is nothing to release, but a
                // store that went back may have a bound that is too low.
                if (found != null && found.bound() < stamped) {
                    namespace.raise(id, found, stamped);
                }
                return;
            }
            expected = found;
        }
    }

    private Outcome write(Write write) {
        return namespace.store().write(namespace.name(), List.of(write)).get(0);
    }

    /** The record found in place of the expected one, if it is this holder's. */
    private LeaseRecord requireMine(Outcome outcome) {
        if (outcome instanceof Overwrote overwrote) {
            namespace.raiseOverwritten(id, overwrote.record(), overwrote.at());
            throw regressed("the record of another holder");
        }
        return requireMine(((Differs) outcome).found());
    }

    private LeaseRecord requireMine(@Nullable LeaseRecord found) {
        if (found == null) {
            throw regressed("nothing");
        }
        boolean mine = token.owns(found.token());
        if (found.bound() < confirmed.bound && (mine || !isOver())) {
            namespace.raise(id, found, confirmed.bound);
            throw regressed("a bound of " + Instant.ofEpochMilli(found.bound()));
        }
        if (!mine) {
            throw new LeaseLostException(namespace.where(id)
                    + (found.freeFrom() == 0 ? " is free" : " is held by " + found.holder()) + " now, with a bound of "
                    + Instant.ofEpochMilli(found.bound()) + "; the bound of this node was "
                    + Instant.ofEpochMilli(confirmed.bound)
                    + ". This node renewed it too late, it is a copy of the process that holds it, or it was"
                    + " freed by hand. This generator issues no more ids: open a new one, or restart the"
                    + " process.");
        }
        return found;
    }

    private synchronized boolean isOver() {
        return over;
    }

    private String name() {
        return nameOf(namespace.name(), id);
    }

    /** The name of a record in its source. */
    static String nameOf(String namespace, int id) {
        return namespace + " " + id;
    }

    private LeaseLostException released() {
        return new LeaseLostException(namespace.where(id) + " was released");
    }

    private StoreRegressedException regressed(String found) {
        return regressed(namespace, id, found, confirmed.bound);
    }

    /** The error for a store that is behind a bound that it confirmed. */
    static StoreRegressedException regressed(StoreNamespace namespace, int id, String found, long known) {
        return new StoreRegressedException(namespace.where(id) + " holds " + found + ", but "
                + Instant.ofEpochMilli(known)
                + " was confirmed before: was the store restored or emptied, or did a failover or a crash lose writes?"
                + " Other nodes may hold this worker id, too. This generator issues no more ids."
                + " Stop all holders of the namespace, wait until their reservations are"
                + " over, and start them again.");
    }
}
